package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"agon/bot"
	"agon/game"
)

// A folder is the place of one bot in one game, in memory where the system has such a place. A program writes into folders beneath it
// as it likes, so it is only handled through a root that no link leads out of.
type folder struct {
	path  string
	root  *os.Root
	round *os.Root // of the move at hand
	name  string
	moves int
}

// inMemory is where files cost no disk, on Linux.
const inMemory = "/dev/shm"

// newFolder makes a folder for the programs of a launcher. One that keeps programs from the host's devices keeps them from a folder
// there too.
func newFolder(scratch string, l bot.Launcher) (*folder, error) {
	if info, err := os.Stat(inMemory); scratch == "" && l.Level() == "none" && err == nil && info.IsDir() {
		scratch = inMemory
	}
	at, err := os.MkdirTemp(scratch, "agon-game-")
	if err != nil {
		return nil, fmt.Errorf("make the folder of a game: %w", err)
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		os.Remove(at)
		return nil, fmt.Errorf("make the folder of a game: %w", err)
	}
	return &folder{path: at, root: root}, nil
}

// begin makes the folder of a move and lays out files in it.
func (f *folder) begin(files ...[]game.File) (dir string, err error) {
	f.moves++
	f.name = strconv.Itoa(f.moves)
	if err := f.root.Mkdir(f.name, 0o755); err != nil {
		return "", err
	}
	if f.round, err = f.root.OpenRoot(f.name); err != nil {
		return "", err
	}
	for _, list := range files {
		for _, file := range list {
			if err := layOut(f.round, file); err != nil {
				return "", err
			}
		}
	}
	return filepath.Join(f.path, f.name), nil
}

func layOut(root *os.Root, file game.File) error {
	if dir := path.Dir(file.Name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return err
		}
	}
	return root.WriteFile(filepath.FromSlash(file.Name), file.Data, 0o644)
}

// end removes the folder of a move.
func (f *folder) end(log *bot.Log) {
	if f.round != nil {
		f.round.Close()
		f.round = nil
	}
	if err := clearAway(f.root, f.name); err != nil {
		log.Printf("the folder of its move could not be removed: %v", err)
	}
}

// read reads a file that a program has left in the folder of its move. Only a plain file counts: what is missing, a folder, a link, a
// pipe or a device is not there. A file that is too long is told as such, whatever is in it.
func (f *folder) read(name string, most int) (data []byte, there bool, err error) {
	name = filepath.FromSlash(name)
	if info, err := f.round.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	file, err := f.round.OpenFile(name, os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return nil, false, nil
	}
	defer file.Close()
	// It may have become something else since it was looked at.
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	if info.Size() > int64(most) {
		return nil, false, tooMuch(fmt.Sprintf("%s has %d bytes; at most %d are read", name, info.Size(), most))
	}
	data, err = io.ReadAll(io.LimitReader(file, int64(most)))
	return data, err == nil, err
}

// home copies a bot's folder.
func (f *folder) home(from string) (string, error) {
	if err := f.root.Mkdir("home", 0o755); err != nil {
		return "", err
	}
	home, err := f.root.OpenRoot("home")
	if err != nil {
		return "", err
	}
	defer home.Close()
	source, err := os.OpenRoot(from)
	if err != nil {
		return "", err
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
	return filepath.Join(f.path, "home"), err
}

// copyInto copies folders, plain files and links as they are; of other things nothing can be copied.
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

// remove removes the folder with all that is in it.
func (f *folder) remove() error {
	err := clearAway(f.root, ".")
	f.root.Close()
	return errors.Join(err, os.Remove(f.path))
}
