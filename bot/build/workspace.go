package build

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A ground is where the package manager of one build works: a folder with what it is given, and a home. Both go with the build.
type ground struct {
	dir  string
	user int // who works there; negative: who this is
}

// grounds are where a ground may lie that another user can come to, after the usual place for temporary files.
var grounds = [...]string{"/tmp", "/var/tmp"}

// newGround makes a ground. The caller makes the folder to work in.
func newGround() (*ground, error) {
	g := &ground{user: stranger()}
	place := os.TempDir()
	for i := 0; g.user >= 0 && !open(place) && i < len(grounds); i++ {
		place = grounds[i]
	}
	var err error
	if g.dir, err = os.MkdirTemp(place, "agon-fetch-"); err != nil {
		return nil, fmt.Errorf("make a folder for what is fetched: %w", err)
	}
	if err := os.Mkdir(g.home(), 0o700); err != nil {
		g.remove()
		return nil, fmt.Errorf("make a folder for what is fetched: %w", err)
	}
	return g, nil
}

func (g *ground) work() string { return filepath.Join(g.dir, "work") }
func (g *ground) home() string { return filepath.Join(g.dir, "home") }

func (g *ground) remove() { os.RemoveAll(g.dir) }

// reach is a program where its user can start it: a copy of one that lies in somebody's home.
func (g *ground) reach(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	if g.user < 0 || open(filepath.Dir(real)) && open(filepath.Dir(path)) {
		return path, nil
	}
	from, err := os.Open(real)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	defer from.Close()
	if err := os.Mkdir(filepath.Join(g.dir, "bin"), 0o755); err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	to := filepath.Join(g.dir, "bin", filepath.Base(path))
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
