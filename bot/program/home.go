package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/bot"
)

// moved returns a command that starts its program in a copy of its folder, with the paths of the folder replaced.
func moved(c bot.Command, home string) bot.Command {
	from := filepath.Clean(c.Dir)
	rebase := func(path string) string {
		if path == from {
			return home
		}
		if rest, ok := strings.CutPrefix(path, from+string(filepath.Separator)); ok {
			return filepath.Join(home, rest)
		}
		return path
	}
	all := func(list []string) []string {
		rebased := make([]string, len(list))
		for i, path := range list {
			rebased[i] = rebase(path)
		}
		return rebased
	}
	c.Path, c.Dir = rebase(c.Path), home
	c.Args, c.Readable = all(c.Args), all(c.Readable)
	c.Writable = append(all(c.Writable), home)
	return c
}

// housed moves a program that plays one game into a copy of its folder, if programs of its kind may write to theirs. The homes are nil
// otherwise.
func (c *Config) housed(command bot.Command) (bot.Command, *homes, error) {
	if !c.Launch.Home || !c.Launch.PerGame || command.Dir == "" {
		return command, nil, nil
	}
	at, root, err := newRoot(c.Scratch, "homes")
	if err != nil {
		return command, nil, err
	}
	h := &homes{at, root}
	const name = "bot"
	if err := copyFolder(root, name, command.Dir); err != nil {
		return command, nil, fmt.Errorf("copy the bot's folder: %w", errors.Join(err, h.remove()))
	}
	return moved(command, filepath.Join(at, name)), h, nil
}

// remove removes the folder with all that programs have written.
func (h *homes) remove() error {
	if h == nil {
		return nil
	}
	return errors.Join(clearAway(h.root, "."), h.root.Close(), os.Remove(h.path))
}

// copyFolder copies a bot's folder to a new one below a root.
func copyFolder(root *os.Root, name, from string) error {
	if err := root.Mkdir(name, 0o755); err != nil {
		return err
	}
	home, err := root.OpenRoot(name)
	if err != nil {
		return err
	}
	defer home.Close()
	source, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer source.Close()
	err = fs.WalkDir(source.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		}
		return copyInto(home, source, filepath.FromSlash(name), d)
	})
	return err
}

// copyInto copies folders, regular files and links, and skips everything else.
func copyInto(to, from *os.Root, name string, d fs.DirEntry) error {
	switch {
	case d.IsDir():
		return to.Mkdir(name, 0o755)
	case d.Type() == fs.ModeSymlink:
		target, err := from.Readlink(name)
		if err != nil {
			return err
		}
		return to.Symlink(target, name)
	case !d.Type().IsRegular():
		return nil
	}
	source, err := from.Open(name)
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	copied, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(copied, source)
	return errors.Join(err, copied.Close())
}
