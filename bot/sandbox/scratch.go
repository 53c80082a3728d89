package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A scratch is a folder of the host that stands in for the private file systems of the upper levels.
type scratch struct{ folder string }

// newScratch makes the folders home and tmp.
func newScratch() (scratch, error) {
	folder, err := os.MkdirTemp("", ownName()+"-")
	if err != nil {
		return scratch{}, unmade(err)
	}
	s := scratch{folder}
	if err := s.makeFolders(); err != nil {
		s.remove()
		return scratch{}, unmade(err)
	}
	return s, nil
}

// unmade returns the error for a folder that cannot be made. The folder for temporary files may have been removed under a run.
func unmade(err error) error {
	err = fmt.Errorf("make a scratch folder: %w", err)
	if errors.Is(err, fs.ErrNotExist) {
		return &ResourceError{err, "make " + os.TempDir() +
			" again, or name another folder for temporary files with TMPDIR, and run the same command again"}
	}
	return err
}

func (s scratch) home() string { return filepath.Join(s.folder, "home") }
func (s scratch) tmp() string  { return filepath.Join(s.folder, "tmp") }

func (s scratch) makeFolders() error {
	if err := os.Chmod(s.folder, 0o755); err != nil {
		return err
	}
	for _, f := range []string{s.home(), s.tmp()} {
		if err := os.Mkdir(f, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// setOwner makes a user the owner. No untrusted program has had access to the folder yet.
func (s scratch) setOwner(uid, gid int) error {
	return filepath.WalkDir(s.folder, func(name string, _ os.DirEntry, err error) error {
		if err != nil || name == s.folder {
			return err
		}
		return os.Lchown(name, uid, gid)
	})
}

func (s scratch) remove() { os.RemoveAll(s.folder) }
