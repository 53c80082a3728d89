package program

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"agon/bot"
	"agon/game"
)

// Limits of what a program may leave in the folder of a move until the end of the game.
const (
	keptFiles = 16
	keptFile  = 64 << 10 // bytes
)

// end ends a move. It removes the files that were written for this move only, and folders and large files that the program has left. A
// folder used by this move only is removed as a whole.
func (f *folder) end(log *bot.Log, own *game.Prompt) {
	if f.round == nil {
		return
	}
	var err error
	if own.Dir == "" {
		err = f.discard()
	} else {
		err = f.tidy()
	}
	f.round.Close()
	f.round = nil
	if err != nil {
		log.Printf("the folder of its move could not be cleared: %v", err)
	}
}

func (f *folder) discard() error {
	tree, err := f.root.OpenRoot(replays)
	if err != nil {
		return err
	}
	defer tree.Close()
	return clearAway(tree, f.at)
}

// tidy keeps some small files, which everybody may read.
func (f *folder) tidy() error {
	f.round.Chmod(".", 0o755) // its program may have locked it
	for _, name := range f.laid {
		f.round.Remove(name)
	}
	kept := 0
	dir, err := f.round.OpenFile(".", os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return err
	}
	entries, _ := dir.ReadDir(keptFiles + 1)
	dir.Close()
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > keptFile || kept == keptFiles {
			kept = -1
			break
		}
		kept++
		f.round.Chmod(e.Name(), 0o644)
	}
	if kept < 0 || len(entries) > keptFiles {
		return f.thin()
	}
	return nil
}

// thin keeps the small files of a folder in which a program has left other things too.
func (f *folder) thin() error {
	var small []game.File
	dir, err := f.round.OpenFile(".", os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return err
	}
	entries, _ := dir.ReadDir(256)
	dir.Close()
	for _, e := range entries {
		if len(small) == keptFiles {
			break
		}
		if data, there, err := f.read(e.Name(), keptFile); there && err == nil && len(data) < keptFile {
			small = append(small, game.File{Name: e.Name(), Data: data})
		}
	}
	if err := clearAway(f.round, "."); err != nil {
		return err
	}
	for _, file := range small {
		if err := f.round.WriteFile(file.Name, file.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// home copies a bot's folder.
func (f *folder) home(from string) (string, error) {
	if err := copyFolder(f.root, "home", from); err != nil {
		return "", err
	}
	return filepath.Join(f.path, "home"), nil
}

// clear removes the folder with its contents.
func (f *folder) clear() error {
	err := clearAway(f.root, ".")
	f.root.Close()
	return errors.Join(err, f.game.root.Remove(f.name))
}

// remove ends the seat's part in the game.
func (f *folder) remove() error { return f.folders.leave(f) }

// read reads a file that a program has left in the folder of its move. Anything but a regular file counts as missing. Only the first bytes
// of a long file are read.
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
	// It may have been replaced since Lstat.
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false, nil
	}
	data, err = io.ReadAll(io.LimitReader(file, int64(most)))
	return data, err == nil, err
}
