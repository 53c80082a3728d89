//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ice1 is the groups of a tree in the hierarchies of version 1 that freeze and that share out processor time.
type ice1 struct {
	folders []string // the freezer's first
	state   *os.File
}

func (g *group1) freezable() (freezer, error) {
	if g.of.freezer == "" {
		return nil, errors.New("no freezer controller")
	}
	g.of.holdFreezer(g.name)
	own := &ice1{}
	for _, folder := range []string{g.of.freezer, g.of.shares} {
		if folder == "" {
			continue
		}
		f := filepath.Join(folder, g.name)
		if err := os.Mkdir(f, 0o755); err != nil {
			own.remove()
			return nil, fmt.Errorf("make a control group: %w", err)
		}
		own.folders = append(own.folders, f)
	}
	var err error
	if own.state, err = os.OpenFile(filepath.Join(own.folders[0], "freezer.state"), os.O_WRONLY, 0); err != nil {
		own.remove()
		return nil, err
	}
	return own, nil
}

// holdFreezer keeps a group without processes frozen as long as the sandbox is open. The kernel turns its freezer on with the first
// frozen group of the machine and off with the last, which stops all processors for some hundred microseconds each time.
func (g *groups1) holdFreezer(beside string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held != "" {
		return
	}
	folder := filepath.Join(g.freezer, beside+"-held")
	if os.Mkdir(folder, 0o755) == nil {
		os.WriteFile(filepath.Join(folder, "freezer.state"), []byte("FROZEN"), 0)
		g.held = folder
	}
}

func (g *groups1) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held != "" {
		thaw1(g.held)
		removeGroup(g.held)
		g.held = ""
	}
}

func (i *ice1) freeze() { i.state.WriteString("FROZEN") }
func (i *ice1) thaw()   { i.state.WriteString("THAWED") }

// thaw1 thaws a group by its folder, which may be of another hierarchy.
func thaw1(folder string) {
	if f, err := os.OpenFile(filepath.Join(folder, "freezer.state"), os.O_WRONLY, 0); err == nil {
		f.WriteString("THAWED")
		f.Close()
	}
}

func (i *ice1) admit(pid int) {
	for _, folder := range i.folders {
		put(folder, "cgroup.procs", int64(pid))
	}
}

func (i *ice1) remove() error {
	var errs []error
	if i.state != nil {
		errs = append(errs, i.state.Close())
	}
	for _, folder := range i.folders {
		errs = append(errs, removeGroup(folder))
	}
	return errors.Join(errs...)
}
