package program

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// clearAway removes a folder below a root, or the contents of the root itself ("."). A program may have made the tree arbitrarily deep and
// wide and locked its folders, so only one folder is open at a time: subfolders are moved up to the root and emptied later.
func clearAway(root *os.Root, name string) error {
	c := clearing{root: root}
	if name == "." {
		return c.contents(".")
	}
	c.waiting = append(c.waiting, name)
	return c.clearFolders()
}

// clearing is the state of such a removal.
type clearing struct {
	root    *os.Root
	waiting []string // folders still to be removed, below the root
	lifted  int
}

func (c *clearing) clearFolders() error {
	var errs []error
	for len(c.waiting) > 0 {
		name := c.waiting[len(c.waiting)-1]
		c.waiting = c.waiting[:len(c.waiting)-1]
		c.root.Chmod(name, 0o700)
		errs = append(errs, c.empty(name), c.root.Remove(name))
	}
	return errors.Join(errs...)
}

// contents removes everything directly below the root.
func (c *clearing) contents(name string) error {
	for {
		entries, err := c.some(name)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, e := range entries {
			if e.IsDir() {
				c.waiting = append(c.waiting, e.Name())
				continue
			}
			if err := c.root.Remove(e.Name()); err != nil {
				return err
			}
		}
		if err := c.clearFolders(); err != nil {
			return err
		}
	}
}

// empty removes the files of a folder and moves its subfolders up.
func (c *clearing) empty(name string) error {
	for {
		entries, err := c.some(name)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, e := range entries {
			at := filepath.Join(name, e.Name())
			if !e.IsDir() {
				err = c.root.Remove(at)
			} else {
				c.root.Chmod(at, 0o700) // otherwise it cannot be moved
				err = c.lift(at)
			}
			if err != nil {
				return err
			}
		}
	}
}

// lift moves a folder to the root, under an unused name.
func (c *clearing) lift(at string) error {
	for {
		c.lifted++
		name := ".lifted-" + strconv.Itoa(c.lifted)
		if _, err := c.root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		c.waiting = append(c.waiting, name)
		return c.root.Rename(at, name)
	}
}

// some returns some entries of a folder; none when it is empty.
func (c *clearing) some(name string) ([]fs.DirEntry, error) {
	dir, err := c.root.OpenFile(name, os.O_RDONLY|unwaiting, 0)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(512)
	if len(entries) > 0 {
		return entries, nil
	}
	if err == io.EOF {
		err = nil
	}
	return nil, err
}
