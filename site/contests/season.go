package contests

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/internal/pattern"
	"agon/internal/regular"
)

// mostFile bounds the file of a contest that is followed, in bytes.
const mostFile = 1 << 20

// mostBeside bounds the files beside a contest's own that its next season gets too, in bytes.
const mostBeside = 256 << 20

// Free returns a [*Conflict] if a contest cannot have a name, or there is one already.
func (s *Contests) Free(name string) error {
	if !goodName().MatchString(name) {
		return &Conflict{"The name in addresses must have 1 to 64 small letters, digits, dots, hyphens and underscores, and begin with a " +
			"letter or a digit."}
	}
	if _, err := os.Lstat(filepath.Join(s.dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return &Conflict{fmt.Sprintf("There is a contest %q already; choose another name.", name)}
	}
	return nil
}

// Followable returns a [*Conflict] if a contest cannot be followed by a season now.
func (s *Contests) Followable(c *Contest) error {
	if state, _, _ := c.State(); state == Playing || state == Waiting {
		return &Conflict{"A season follows a contest that is over or paused: end or pause it first."}
	}
	f, err := s.File(c)
	if err != nil {
		return err
	}
	if f.Store != "" {
		return &Conflict{"The ledger of this contest is in a database of its own: make the folder of the next season yourself."}
	}
	if f.Folder != "" && !inside(filepath.Dir(c.Path), f.Folder) {
		return &Conflict{"The folder of bots lies outside the contest's folder, so that both seasons would have the same: make the " +
			"folder of the next season yourself."}
	}
	return nil
}

// Follow makes the folder of a contest's next season: its files without the games, and its contest.toml with another title and without a
// seed, so that other games are played. The folder of bots stays empty. Follow does nothing if the folder is there.
func (s *Contests) Follow(c *Contest, name, title string) error {
	to := filepath.Join(s.dir, name)
	if _, err := os.Lstat(to); err == nil {
		return nil
	}
	making := filepath.Join(s.dir, ".season-"+name)
	err := os.RemoveAll(making)
	if err == nil {
		err = s.copySeason(c, making, title)
	}
	if err == nil {
		err = os.Rename(making, to)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("make the season %s: %w", name, err), os.RemoveAll(making))
	}
	return nil
}

func (s *Contests) copySeason(c *Contest, making, title string) error {
	f, err := s.File(c)
	if err != nil {
		return err
	}
	text, err := regular.ReadSmall(c.Path, mostFile)
	if err != nil {
		return err
	}
	next, err := retitled(text, title)
	if err != nil {
		return err
	}
	left := int64(mostBeside)
	from := filepath.Dir(c.Path)
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case path == c.Dir(), path == f.Folder, path != from && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.Mkdir(filepath.Join(making, rel), 0o755)
		case !d.Type().IsRegular(), rel == FileName:
			return nil
		}
		return copyBeside(path, filepath.Join(making, rel), &left)
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(making, FileName), next, 0o644)
}

// inside reports whether a path lies below a folder.
func inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// copyBeside copies a file, which takes its size from what is left.
func copyBeside(from, to string, left *int64) error {
	in, err := regular.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if *left -= info.Size(); *left < 0 {
		return &Conflict{fmt.Sprintf("The contest's folder has more than %d MiB beside its games: make the folder of the next season "+
			"yourself.", mostBeside>>20)}
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, info.Size()))
	return errors.Join(err, out.Close())
}

// line matches what is the season's own in the first lines of a contest.toml, before its tables.
var line = pattern.Of(`(?m)^(name|seed|secret)[ \t]*=.*(\n|\z)`)

// retitled returns a contest.toml with another title and without seed and secret. It keeps comments and order if each of these is a line of
// its own, as usual; else it writes the file anew.
func retitled(text []byte, title string) ([]byte, error) {
	var keys map[string]any
	if err := toml.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	delete(keys, "seed")
	delete(keys, "secret")
	keys["name"] = title
	named, err := toml.Marshal(map[string]string{"name": title})
	if err != nil {
		return nil, err
	}
	head, tail := text, []byte(nil)
	if at := bytes.Index(text, []byte("\n[")); at >= 0 {
		head, tail = text[:at+1], text[at+1:]
	}
	next := bytes.Join([][]byte{named, line().ReplaceAll(head, nil), tail}, nil)
	var kept map[string]any
	if err := toml.Unmarshal(next, &kept); err == nil && reflect.DeepEqual(kept, keys) {
		return next, nil
	}
	return toml.Marshal(keys)
}
