package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agon/internal/regular"
	"agon/site/people"
)

// beginning begins the names of folders that are being put into a contest's folder of bots, which overlooks them.
const beginning = ".new-"

// place puts the files of a version into its contest's folder of bots, in place of those of the version before.
func (e *Entries) place(c *Contest, b *Bot, v *Version) error {
	from, err := e.folderOf(context.Background(), v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Folder, 0o755); err != nil {
		return fmt.Errorf("put %s into its contest: %w", b.Name, err)
	}
	making, at := filepath.Join(c.Folder, beginning+v.place), filepath.Join(c.Folder, b.Name)
	err = os.RemoveAll(making)
	if err == nil {
		err = copyTree(from, making)
	}
	if err == nil {
		err = writeBeside(c, marker(c, b.Name), beginning) // no version's: the folder is the site's from now on
	}
	if err == nil {
		err = exchange(making, at)
	}
	if err == nil {
		err = os.RemoveAll(making)
	}
	if err == nil {
		_, err = e.signed(context.Background(), c, b.ID, b.Name)
	}
	if err == nil {
		err = writeBeside(c, marker(c, b.Name), v.place)
	}
	if err != nil {
		os.RemoveAll(making)
		return fmt.Errorf("put %s into its contest: %w", b.Name, err)
	}
	if c.Changed != nil {
		c.Changed()
	}
	return nil
}

// writeBeside replaces a file beside the bots' folders of a contest, whatever has its name: readers see the old one or the new one.
func writeBeside(c *Contest, name, text string) error {
	making := filepath.Join(c.Folder, beginning+filepath.Base(name))
	if err := errors.Join(os.RemoveAll(making), os.WriteFile(making, []byte(text), 0o644)); err != nil {
		os.RemoveAll(making)
		return err
	}
	return os.Rename(making, name)
}

// mostBeside is the largest size of such a file, in bytes.
const mostBeside = 1 << 12

// marker returns the path of the file that says which version's files a bot's folder has. It stands beside the folder, so that equal files
// are an equal bot.
func marker(c *Contest, bot string) string { return filepath.Join(c.Folder, ".version-"+bot) }

// Activate lets a good version of a bot play: an earlier one, one that was refused by its trial, or one that is in it.
func (e *Entries) Activate(ctx context.Context, b *Bot, number int) error {
	v, err := e.version(ctx, b.ID, number)
	if err != nil {
		return err
	}
	if ended := e.endTrial(b.ID, v.ID, errInsisted); ended != nil {
		<-ended // soon: its games stop
		if v, err = e.version(ctx, b.ID, number); err != nil {
			return err
		}
	}
	if v.State == Removed {
		return problem("The files of version %d were removed: hand it in once more.", number)
	}
	if v.State != Good {
		return problem("Version %d did not pass its check.", number)
	}
	if v.Practice {
		return problem("Version %d was handed in for practice: it does not play.", number)
	}
	c, err := e.find(b.Contest)
	if err != nil {
		return err
	}
	e.placing.Lock()
	defer e.placing.Unlock()
	if err := e.activate(ctx, b, v.ID); err != nil {
		return err
	}
	return e.place(c, b, v)
}

// Withdraw takes a bot out of its contest. Its versions are kept, and one can be activated again.
func (e *Entries) Withdraw(ctx context.Context, b *Bot) error {
	c, err := e.find(b.Contest)
	if err != nil {
		return err
	}
	e.placing.Lock()
	defer e.placing.Unlock()
	if err := e.activate(ctx, b, nil); err != nil {
		return err
	}
	return e.remove(c, b.Name)
}

func (e *Entries) activate(ctx context.Context, b *Bot, version any) error {
	e.endTrial(b.ID, 0, errChosen)
	err := e.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE bot SET active = ? WHERE id = ?`, version, b.ID)
		if err == nil {
			err = refix(tx, b.Contest)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("change the version of %s that plays: %w", b.Name, err)
	}
	return nil
}

// remove removes a bot's folder from its contest, in one step. A folder that the organiser has put there stays.
func (e *Entries) remove(c *Contest, name string) error {
	if _, err := os.Lstat(marker(c, name)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	gone := filepath.Join(c.Folder, beginning+"gone-"+name)
	err := os.RemoveAll(gone)
	if err == nil {
		err = os.Rename(filepath.Join(c.Folder, name), gone)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take %s out of its contest: %w", name, err)
	}
	if c.Changed != nil {
		c.Changed()
	}
	return errors.Join(os.RemoveAll(gone), os.RemoveAll(marker(c, name)), os.RemoveAll(authorFile(c, name)))
}

// restore brings the folders of contests to what the database says, and removes uploads that were never acknowledged or failed their check.
func (e *Entries) restore(ctx context.Context) error {
	known := map[string]bool{}
	err := e.db.Each(ctx, func(scan func(...any) error) error {
		var place string
		if err := scan(&place); err != nil {
			return err
		}
		known[place] = true
		return nil
	}, `SELECT place FROM version WHERE state IN ('checking', 'good') OR state = 'bad' AND hash <> ''`)
	if err != nil {
		return fmt.Errorf("read the submissions: %w", err)
	}
	kept, err := os.ReadDir(e.dir)
	if err != nil {
		return fmt.Errorf("read the submissions: %w", err)
	}
	for _, d := range kept {
		if !known[d.Name()] {
			if err := os.RemoveAll(filepath.Join(e.dir, d.Name())); err != nil {
				return fmt.Errorf("remove a submission that nothing plays: %w", err)
			}
		}
	}
	if err := e.put(ctx, ""); err != nil {
		return err
	}
	return e.Sign(ctx)
}

// put brings the folders of bots to what the database says: that of a contest, or all if contest is empty.
func (e *Entries) put(ctx context.Context, contest string) error {
	type active struct {
		Bot
		v *Version
	}
	var bots []active
	err := e.db.Each(ctx, func(scan func(...any) error) error {
		a := active{v: &Version{}}
		if err := scan(&a.ID, &a.Contest, &a.Name, &a.v.ID, &a.v.place, &a.v.File); err != nil {
			return err
		}
		bots = append(bots, a)
		return nil
	}, `SELECT b.id, b.contest, b.name, coalesce(v.id, 0), coalesce(v.place, ''), coalesce(v.file, '') FROM bot b LEFT JOIN version v ON v.id = b.active WHERE b.contest = ?1 OR ?1 = ''`, contest)
	if err != nil {
		return fmt.Errorf("read the submitted bots: %w", err)
	}
	for _, a := range bots {
		c, err := e.find(a.Contest)
		if errors.Is(err, fs.ErrNotExist) || err == nil && c.Folder == "" {
			continue // the contest is gone, or takes no bots any more
		}
		if err != nil {
			e.log.Error("a submitted bot stays where it is", "bot", a.Name, "contest", a.Contest, "error", err)
			continue
		}
		have, _ := regular.ReadSmall(marker(c, a.Name), mostBeside)
		switch {
		case a.v.ID == 0 && len(have) > 0:
			err = e.remove(c, a.Name)
		case a.v.ID != 0 && string(have) != a.v.place:
			err = e.place(c, &a.Bot, a.v)
		}
		if err != nil {
			return err
		}
		leftover, _ := filepath.Glob(filepath.Join(c.Folder, beginning+"*"))
		for _, name := range leftover {
			os.RemoveAll(name)
		}
	}
	return nil
}

// copyTree copies regular files and folders; anything else was refused when it was unpacked.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target) // package unpack has checked where it leads
		case d.Type().IsRegular():
			return copyFile(path, target)
		}
		return &people.Problem{Text: rel + " is neither a file nor a folder."}
	})
}

func copyFile(from, to string) (err error) {
	in, err := regular.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o444)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
