//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// freezer1 holds the groups of one tree in the hierarchies of version 1 that freeze and that share out processor time.
type freezer1 struct {
	folders []string // the freezer's first
	state   *os.File
}

func (g *group1) freezable() (freezer, error) {
	if g.of.freezer == "" {
		return nil, errors.New("no freezer controller")
	}
	g.of.holdFreezer(g.name)
	own := &freezer1{}
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

// holdFreezer keeps an empty group frozen while the sandbox is open. The kernel enables its freezer with the first frozen group of the
// machine and disables it with the last; each change stops all processors for some hundred microseconds.
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

func (i *freezer1) freeze() { i.state.WriteString("FROZEN") }
func (i *freezer1) thaw()   { i.state.WriteString("THAWED") }

// thaw1 thaws a group by its folder, in any hierarchy.
func thaw1(folder string) {
	if f, err := os.OpenFile(filepath.Join(folder, "freezer.state"), os.O_WRONLY, 0); err == nil {
		f.WriteString("THAWED")
		f.Close()
	}
}

func (i *freezer1) admitProcess(pid int) {
	for _, folder := range i.folders {
		put(folder, "cgroup.procs", int64(pid))
	}
}

func (i *freezer1) remove() error {
	var errs []error
	if i.state != nil {
		errs = append(errs, i.state.Close())
	}
	for _, folder := range i.folders {
		errs = append(errs, removeGroup(folder))
	}
	return errors.Join(errs...)
}
