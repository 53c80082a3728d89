package backup

import (
	"archive/tar"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"agon/bot/unpack"
	"agon/contest/config"
	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/internal/regular"
	"agon/internal/wholefile"
)

// Names in the folder of a site, and in a backup.
const (
	databaseName = "site.db"
	headName     = "agon-backup" // the first entry
	head         = "agon backup 1\n"
)

// parts are the folders of a site that a backup has.
var parts = []string{"submitted", "contests", "matches"}

// Marks of files that package entries uses in a contest's folder of bots.
const (
	placedMark = ".version-" // begins the name of a file that says which version a bot's folder has
	newMark    = ".new-"     // begins the names of folders that are being filled
)

// A Size is the size of what was copied.
type Size struct {
	Files int
	Bytes int64
}

// Write writes a backup of the site in a folder into a file. report is called with the bytes that were copied and with how many there are,
// approximately; it may be nil.
func Write(ctx context.Context, file, site string, report func(done, all int64)) (size Size, err error) {
	if _, err := os.Lstat(file); err == nil {
		return size, fmt.Errorf("back up into %s: it exists; name another file, or remove it", file)
	}
	if _, err := os.Stat(filepath.Join(site, databaseName)); err != nil {
		return size, fmt.Errorf("back up %s: it is no site: %w", site, err)
	}
	w := &writer{ctx: ctx, site: site, folded: map[string]string{}, report: report, bots: map[string]map[string]bool{}}
	if err := w.survey(); err != nil {
		return size, err
	}
	if w.spool, err = os.MkdirTemp(filepath.Dir(file), ".agon-backup-"); err != nil {
		return size, fmt.Errorf("back up into %s: %w", file, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.spool)) }()
	part := filepath.Join(w.spool, "whole") // nobody else may read it
	if err := w.whole(part); err != nil {
		return size, fmt.Errorf("back up %s: %w", site, err)
	}
	if err := os.Rename(part, file); err != nil {
		return size, fmt.Errorf("back up into %s: %w", file, err)
	}
	return w.size, nil
}

// A writer writes a backup.
type writer struct {
	ctx    context.Context
	site   string
	spool  string // a folder for copies of databases
	tar    *tar.Writer
	folded map[string]string          // names in the archive by the form in which systems compare them
	bots   map[string]map[string]bool // by the contests' folders of bots, slashed and relative: the names in them when the backup began
	all    int64
	size   Size
	report func(done, all int64)
}

// survey adds up the sizes, reads which bots the contests have, and refuses what a backup cannot have.
func (w *writer) survey() error {
	return w.each(func(name string, d fs.DirEntry) error {
		base := path.Base(name)
		switch {
		case base == ledgers.FileName && d.Type().IsRegular():
			return fmt.Errorf("back up %s: the ledger of %s is in %s, which a backup of files does not have: copy that database with "+
				"pg_dump, and the folder with the site stopped", w.site, path.Dir(name),
				ledgers.Describe(filepath.Join(w.site, filepath.FromSlash(path.Dir(name)))))
		case d.Type().IsRegular():
			if info, err := d.Info(); err == nil {
				w.all += info.Size()
			}
		}
		if path.Dir(path.Dir(name)) != parts[1] || !strings.HasSuffix(base, ".toml") {
			return nil
		}
		f, err := config.Read(filepath.Join(w.site, filepath.FromSlash(name)))
		if err != nil || f.Folder == "" {
			return nil // it is copied as it is
		}
		rel, err := filepath.Rel(w.site, f.Folder)
		if err != nil || !filepath.IsLocal(rel) {
			return nil
		}
		known := map[string]bool{}
		listed, err := os.ReadDir(f.Folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range listed {
			known[e.Name()] = true
		}
		w.bots[filepath.ToSlash(rel)] = known
		return nil
	})
}

// each calls f for everything below the parts of the site that a backup has, parents first, by their slashed names. What vanishes meanwhile
// is left out.
func (w *writer) each(f func(name string, d fs.DirEntry) error) error {
	for _, part := range parts {
		err := filepath.WalkDir(filepath.Join(w.site, part), func(at string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil {
				err = w.ctx.Err()
			}
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(w.site, at)
			if err != nil {
				return err
			}
			if passing(d) {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			return f(filepath.ToSlash(rel), d)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// passing reports whether a file or folder is gone when its program ends, or belongs to the copy of a database.
func passing(d fs.DirEntry) bool {
	name := d.Name()
	switch {
	case strings.HasSuffix(name, wholefile.Suffix), strings.HasPrefix(name, newMark), strings.HasPrefix(name, ".part-"):
		return true
	case d.Type()&(fs.ModeSocket|fs.ModeNamedPipe|fs.ModeDevice) != 0:
		return true
	}
	for _, ending := range []string{"-wal", "-shm", "-journal", ".new"} {
		if name == sqlite.Name+ending {
			return true
		}
	}
	return false
}

// whole writes the archive and flushes it to the disk.
func (w *writer) whole(name string) error {
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	packed, err := zstd.NewWriter(out)
	if err != nil {
		return err
	}
	defer packed.Close()
	w.tar = tar.NewWriter(packed)
	if err := w.add(headName, 0o600, int64(len(head)), strings.NewReader(head)); err != nil {
		return err
	}
	if err := w.database(databaseName); err != nil {
		return err
	}
	if err := w.each(w.copy); err != nil {
		return err
	}
	return errors.Join(w.tar.Close(), packed.Close(), out.Sync(), out.Close())
}

// copy copies a file, a folder or a link.
func (w *writer) copy(name string, d fs.DirEntry) error {
	if known, ok := w.bots[path.Dir(name)]; ok && !known[path.Base(name)] {
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	at := filepath.Join(w.site, filepath.FromSlash(name))
	var err error
	switch {
	case d.IsDir():
		err = w.entry(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755})
	case d.Type()&fs.ModeSymlink != 0:
		err = w.link(name, at)
	case path.Base(name) == sqlite.Name:
		err = w.database(name)
	case strings.HasPrefix(path.Base(name), placedMark) && w.bots[path.Dir(name)] != nil:
		const again = "restored\n" // no version: the site puts the right one there
		err = w.add(name, 0o644, int64(len(again)), strings.NewReader(again))
	case d.Type().IsRegular():
		err = w.file(name, at)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is gone
	}
	return err
}

func (w *writer) link(name, at string) error {
	to, err := os.Readlink(at)
	if err != nil {
		return err
	}
	if !unpack.Within(name, to) {
		return fmt.Errorf("%s is a link to %q, which is not clearly in the site's folder: put the files there, or remove the link", name,
			to)
	}
	return w.entry(&tar.Header{Typeflag: tar.TypeSymlink, Name: name, Linkname: to, Mode: 0o777})
}

// entry writes the head of an entry, whose name a restored folder can have.
func (w *writer) entry(h *tar.Header) error {
	key, err := unpack.Folded(h.Name)
	if err != nil {
		return fmt.Errorf("%w: give it another name", err)
	}
	if other, ok := w.folded[key]; ok {
		return fmt.Errorf("%s and %s differ in nothing that all systems tell apart: rename one", other, h.Name)
	}
	w.folded[key] = h.Name
	h.ModTime = time.Unix(0, 0)
	return w.tar.WriteHeader(h)
}

// add writes a file of a size.
func (w *writer) add(name string, mode int64, size int64, content io.Reader) error {
	if err := w.entry(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: size}); err != nil {
		return err
	}
	n, err := io.Copy(w.tar, io.TeeReader(&bounded{w.ctx, io.LimitReader(content, size)}, w))
	if err == nil && n < size {
		err = fmt.Errorf("%s became shorter while it was copied: back up again", name)
	}
	w.size.Files++
	return err
}

// Write counts bytes that are copied.
func (w *writer) Write(b []byte) (int, error) {
	w.size.Bytes += int64(len(b))
	if w.report != nil {
		w.report(w.size.Bytes, max(w.all, w.size.Bytes))
	}
	return len(b), nil
}

// A bounded reader ends with its context.
type bounded struct {
	ctx context.Context
	r   io.Reader
}

func (b *bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.r.Read(p)
}

// file copies a regular file, as long as it is now: what grows is appended to.
func (w *writer) file(name, at string) error {
	f, err := regular.Open(at)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return w.add(name, int64(info.Mode().Perm()), info.Size(), f)
}

// database copies a database as it is at one moment.
func (w *writer) database(name string) error {
	made := filepath.Join(w.spool, "database")
	if err := Snapshot(w.ctx, filepath.Join(w.site, filepath.FromSlash(name)), made); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	return errors.Join(w.file(name, made), os.Remove(made))
}

// Snapshot writes the present content of an SQLite database, which others may be using, into a new file.
func Snapshot(ctx context.Context, from, into string) error {
	whole, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	if f, err := regular.Open(whole); err != nil {
		return err
	} else if err := f.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: whole}).EscapedPath()+"?"+
		url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(10000)"}}.Encode())
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, into)
	return errors.Join(err, db.Close())
}
