package build

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A workspace is the folder of one run of a package manager: its working directory and its home. It is removed after the build.
type workspace struct {
	dir  string
	user int // user ID of the package manager; negative: that of this process
}

// sharedTemp are folders that other users can enter, for use if the usual folder for temporary files is private.
var sharedTemp = [...]string{"/tmp", "/var/tmp"}

// newWorkspace creates a workspace. The caller creates the working directory.
func newWorkspace() (*workspace, error) {
	w := &workspace{user: fetchUser()}
	place := os.TempDir()
	for i := 0; w.user >= 0 && !open(place) && i < len(sharedTemp); i++ {
		place = sharedTemp[i]
	}
	var err error
	if w.dir, err = os.MkdirTemp(place, "agon-fetch-"); err != nil {
		return nil, fmt.Errorf("make a folder for dependencies: %w", err)
	}
	if err := os.Mkdir(w.home(), 0o700); err != nil {
		w.remove()
		return nil, fmt.Errorf("make a folder for dependencies: %w", err)
	}
	return w, nil
}

func (w *workspace) work() string { return filepath.Join(w.dir, "work") }
func (w *workspace) home() string { return filepath.Join(w.dir, "home") }

func (w *workspace) remove() { os.RemoveAll(w.dir) }

// reach returns a path of a program that the package manager's user can execute: a copy if the program lies in a private folder.
func (w *workspace) reach(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	if w.user < 0 || open(filepath.Dir(real)) && open(filepath.Dir(path)) {
		return path, nil
	}
	from, err := os.Open(real)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	defer from.Close()
	if err := os.Mkdir(filepath.Join(w.dir, "bin"), 0o755); err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	to := filepath.Join(w.dir, "bin", filepath.Base(path))
	file, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	_, err = io.Copy(file, from)
	if failed := file.Close(); err == nil {
		err = failed
	}
	if err != nil {
		return "", fmt.Errorf("fetch: copy %s: %w", path, err)
	}
	return to, nil
}

// open reports whether every user may enter a folder.
func open(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode()&0o001 == 0 {
			return false
		}
		above := filepath.Dir(dir)
		if above == dir {
			return true
		}
		dir = above
	}
}
