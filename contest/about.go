package contest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"agon/internal/regular"
	"agon/internal/wholefile"
)

// aboutName is the file of a contest's folder that has the description of its contest.toml, for reports that are made of the folder alone.
const aboutName = "description.md"

// mostAbout bounds the bytes of a description that are read.
const mostAbout = 1 << 20

// keepAbout keeps the description of the contest's file in its folder.
func (c *Contest) keepAbout() error {
	if c.File.Description == about(c.Dir) {
		return nil
	}
	name := filepath.Join(c.Dir, aboutName)
	if c.File.Description != "" {
		return wholefile.WriteBytes(name, []byte(c.File.Description))
	}
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// about returns the description that a contest's folder keeps; empty for none.
func about(dir string) string {
	text, _ := regular.ReadSmall(filepath.Join(dir, aboutName), mostAbout)
	return string(text)
}
