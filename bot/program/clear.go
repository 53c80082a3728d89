package program

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// clearAway removes a folder beneath a root, or of the root itself (".") what is in it. A program may have made it as deep and as wide as
// it liked, and locked its folders, so nothing is kept open but one folder: those in it are moved up, beside it, and have their turn.
func clearAway(root *os.Root, name string) error {
	c := clearing{root: root}
	if name == "." {
		return c.contents(".")
	}
	c.waiting = append(c.waiting, name)
	return c.run()
}

// clearing is what is still to be removed.
type clearing struct {
	root    *os.Root
	waiting []string // folders beneath the root
	lifted  int
}

func (c *clearing) run() error {
	var errs []error
	for len(c.waiting) > 0 {
		name := c.waiting[len(c.waiting)-1]
		c.waiting = c.waiting[:len(c.waiting)-1]
		c.root.Chmod(name, 0o700)
		errs = append(errs, c.empty(name), c.root.Remove(name))
	}
	return errors.Join(errs...)
}

// contents removes what is directly beneath the root.
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
		if err := c.run(); err != nil {
			return err
		}
	}
}

// empty removes the files of a folder and moves its folders up.
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
				c.root.Chmod(at, 0o700) // or it cannot be moved
				err = c.lift(at)
			}
			if err != nil {
				return err
			}
		}
	}
}

// lift moves a folder to the top, under a name that is free.
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

// some lists some of a folder; nothing when it is empty.
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
