//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// groups2 are control groups of version 2. A program's pid 1 is started in its group at no extra cost; so it counts as one more task, and
// its memory counts as the program's.
type groups2 struct{ folder string }

// findGroups2 finds a folder whose subfolders can have the controllers memory and pids. Except at the root of the hierarchy, a group that
// holds processes cannot delegate controllers. So an ordinary user's groups lie beside the user's own group, if a subtree was delegated,
// and root's at the root of the hierarchy.
func findGroups2(all []hierarchy) (groups, error) {
	var errs []error
	for _, h := range all {
		if h.options != "" {
			continue
		}
		for _, folder := range []string{h.own, filepath.Dir(h.own), h.mount} {
			if !isBelow(folder, h.mount) {
				continue
			}
			err := usable2(folder)
			if err == nil {
				return &groups2{folder}, nil
			}
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return nil, errors.New("not mounted")
	}
	return nil, errors.Join(errs...)
}

// usable2 tries to enable the controllers for subgroups of a folder, and to make one.
func usable2(folder string) error {
	for _, controller := range [...]string{"memory", "pids"} {
		if !lists(folder, "cgroup.controllers", controller) {
			return fmt.Errorf("%s has no %s controller", folder, controller)
		}
		if lists(folder, "cgroup.subtree_control", controller) {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, "cgroup.subtree_control"), []byte("+"+controller), 0); err != nil {
			return err
		}
	}
	// Each tree gets the same weight, however many tasks it has; without it the kernel shares out by session.
	if lists(folder, "cgroup.controllers", "cpu") {
		os.WriteFile(filepath.Join(folder, "cgroup.subtree_control"), []byte("+cpu"), 0)
	}
	return unix.Access(folder, unix.W_OK)
}

func lists(folder, file, word string) bool {
	text, _ := os.ReadFile(filepath.Join(folder, file))
	for w := range strings.FieldsSeq(string(text)) {
		if w == word {
			return true
		}
	}
	return false
}

func (g *groups2) sweep() { sweepGroups(g.folder) }
func (g *groups2) close() {}

type group2 struct {
	folder string
	count  *numberFile // pids.current; nil: not read yet
}

func (g *groups2) makeGroup(name string, l bot.Limits) (group, error) {
	own := &group2{folder: filepath.Join(g.folder, name)}
	if err := os.Mkdir(own.folder, 0o755); err != nil {
		return nil, fmt.Errorf("make a control group: %w", err)
	}
	if err := own.limit(l); err != nil {
		own.remove()
		return nil, fmt.Errorf("set the limits of a control group: %w", err)
	}
	return own, nil
}

func (g *group2) limit(l bot.Limits) error {
	if l.Memory > 0 {
		if err := put(g.folder, "memory.max", l.Memory); err != nil {
			return err
		}
		put(g.folder, "memory.swap.max", 0)  // absent on kernels without swap
		put(g.folder, "memory.oom.group", 1) // kill the whole tree instead of its largest process
	}
	if l.Tasks > 0 {
		return put(g.folder, "pids.max", int64(l.Tasks)+1)
	}
	return nil
}

func (g *group2) admitProgram(p *plan) {
	p.open(entry.Host, g.folder, unix.O_RDONLY|unix.O_DIRECTORY).to(p.clone + cloneGroup)
	p.data[p.clone+4] |= unix.CLONE_INTO_CGROUP >> 32
}

func (g *group2) cpu() (time.Duration, error) {
	n, err := figure(g.folder, "cpu.stat", "usage_usec")
	return time.Duration(n) * time.Microsecond, err
}

func (g *group2) peak() int64 {
	n, _ := figure(g.folder, "memory.peak", "")
	return n
}

func (g *group2) hit() bot.Limit {
	var hit bot.Limit
	if g.oomKills() > 0 && !g.starved() {
		hit |= bot.MemoryLimit
	}
	if n, _ := figure(g.folder, "pids.events", "max"); n > 0 {
		hit |= bot.TasksLimit
	}
	return hit
}

func (g *group2) oomKills() int64 {
	n, _ := figure(g.folder, "memory.events", "oom_kill")
	return n
}

// starved reports whether processes were killed for memory (oom_kill) although the group itself never ran out (oom).
func (g *group2) starved() bool {
	own, err := figure(g.folder, "memory.events", "oom")
	return err == nil && own == 0 && g.oomKills() > 0
}

func (g *group2) kill() { put(g.folder, "cgroup.kill", 1) }

// tasks returns the number of tasks without pid 1.
func (g *group2) tasks() int {
	if g.count == nil {
		var err error
		if g.count, err = openNumber(filepath.Join(g.folder, "pids.current")); err != nil {
			return 0
		}
	}
	return int(g.count.read()) - 1
}

func (g *group2) processes() []int {
	return append(processesOf(g.folder), processesOf(filepath.Join(g.folder, frozen2))...)
}

func (g *group2) remove() error {
	if g.count != nil {
		g.count.close()
	}
	return removeGroup(g.folder)
}

// frozen2 is the subgroup of a program's group that is frozen. pid 1 stays outside, because it must notice the end of the host at any time.
const frozen2 = "turns"

type ice2 struct {
	folder string
	state  *os.File
}

func (g *group2) freezable() (freezer, error) {
	own := &ice2{folder: filepath.Join(g.folder, frozen2)}
	if err := os.Mkdir(own.folder, 0o755); err != nil {
		return nil, fmt.Errorf("make a control group: %w", err)
	}
	var err error
	if own.state, err = os.OpenFile(filepath.Join(own.folder, "cgroup.freeze"), os.O_WRONLY, 0); err != nil {
		removeGroup(own.folder)
		return nil, err
	}
	return own, nil
}

func (i *ice2) freeze()              { i.state.WriteString("1") }
func (i *ice2) thaw()                { i.state.WriteString("0") }
func (i *ice2) admitProcess(pid int) { put(i.folder, "cgroup.procs", int64(pid)) }

func (i *ice2) remove() error {
	i.state.Close()
	return removeGroup(i.folder)
}
