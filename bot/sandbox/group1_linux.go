//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// groups1 are control groups of version 1: one hierarchy per controller.
//
// The program moves itself into its groups through their tasks files: the kernel handles a thread that moves itself in 50 µs, while moving
// another process takes 4 ms and more.
type groups1 struct {
	folders []string // memory, pids and, where there is one, cpuacct
	account string   // the group that counts processor time; empty: none
	freezer string   // the group that freezes; empty: none
	shares  string   // the group with the processor weight; empty: none

	mu   sync.Mutex
	held string // a frozen group without processes
}

const (
	memory1 = 0
	pids1   = 1
)

func findGroups1(all []hierarchy) (groups, error) {
	g := &groups1{}
	for _, h := range all {
		if h.has("freezer") && unix.Access(h.own, unix.W_OK) == nil {
			g.freezer = h.own
		}
		if h.has("cpu") && unix.Access(h.own, unix.W_OK) == nil {
			g.shares = h.own
		}
	}
	for _, controller := range [...]string{"memory", "pids", "cpuacct"} {
		folder := ""
		for _, h := range all {
			if h.has(controller) {
				folder = h.own
			}
		}
		if folder == "" && controller != "cpuacct" {
			return nil, fmt.Errorf("no %s controller", controller)
		}
		if folder == "" {
			continue
		}
		if err := unix.Access(folder, unix.W_OK); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		g.folders = append(g.folders, folder)
		if controller == "cpuacct" {
			g.account = folder
		}
	}
	return g, nil
}

func (g *groups1) sweep() {
	for _, folder := range append([]string{g.freezer, g.shares}, g.folders...) {
		if folder != "" {
			sweepGroups(folder)
		}
	}
}

type group1 struct {
	of      *groups1
	name    string
	folders []string
	usage   *numberFile // cpuacct.usage; nil: not counted
	count   *numberFile // pids.current; nil: not read yet
}

func (g *groups1) makeGroup(name string, l bot.Limits) (group, error) {
	own := &group1{of: g, name: name}
	for _, folder := range g.folders {
		f := filepath.Join(folder, name)
		if err := os.Mkdir(f, 0o755); err != nil {
			own.remove()
			return nil, fmt.Errorf("make a control group: %w", err)
		}
		own.folders = append(own.folders, f)
	}
	if err := own.limit(l); err != nil {
		own.remove()
		return nil, fmt.Errorf("set the limits of a control group: %w", err)
	}
	if g.account != "" {
		own.usage, _ = openNumber(filepath.Join(g.account, name, "cpuacct.usage"))
	}
	return own, nil
}

func (g *group1) limit(l bot.Limits) error {
	if l.Memory > 0 {
		if err := put(g.folders[memory1], "memory.limit_in_bytes", l.Memory); err != nil {
			return err
		}
		put(g.folders[memory1], "memory.memsw.limit_in_bytes", l.Memory) // absent on kernels that do not count swap
	}
	if l.Tasks > 0 {
		return put(g.folders[pids1], "pids.max", int64(l.Tasks))
	}
	return nil
}

func (g *group1) admitProgram(p *plan) {
	one := p.text("0")
	for _, folder := range g.folders {
		file := filepath.Join(folder, "tasks")
		fd := p.words(0)
		p.open(entry.Host, file, unix.O_WRONLY).to(fd)
		p.do(entry.Bot, "write "+file, unix.SYS_WRITE, what(fd), at(one), number(1))
	}
}

func (g *group1) cpu() (time.Duration, error) {
	if g.usage == nil {
		return 0, errors.New("no cpuacct controller")
	}
	return time.Duration(g.usage.read()), nil
}

func (g *group1) tasks() int {
	if g.count == nil {
		var err error
		if g.count, err = openNumber(filepath.Join(g.folders[pids1], "pids.current")); err != nil {
			return 0
		}
	}
	return int(g.count.read())
}

func (g *group1) processes() []int { return processesOf(g.folders[pids1]) }

func (g *group1) peak() int64 {
	n, _ := figure(g.folders[memory1], "memory.max_usage_in_bytes", "")
	return n
}

func (g *group1) hit() bot.Limit {
	var hit bot.Limit
	if g.oomKills() > 0 && !g.starved() {
		hit |= bot.MemoryLimit
	}
	if n, _ := figure(g.folders[pids1], "pids.events", "max"); n > 0 {
		hit |= bot.TasksLimit
	}
	return hit
}

func (g *group1) oomKills() int64 {
	n, _ := figure(g.folders[memory1], "memory.oom_control", "oom_kill")
	return n
}

// nearly is how close to its limit a group counts as full, in bytes: the kernel charges memory in batches.
const nearly = 1 << 20

// starved reports whether the kernel killed for memory although the group was never full, so that the shortage was elsewhere.
func (g *group1) starved() bool {
	limit, err := figure(g.folders[memory1], "memory.limit_in_bytes", "")
	return err == nil && g.peak() < limit-nearly && g.oomKills() > 0
}

func (g *group1) kill() {}

func (g *group1) remove() error {
	if g.usage != nil {
		g.usage.close()
	}
	if g.count != nil {
		g.count.close()
	}
	var errs []error
	for _, f := range g.folders {
		errs = append(errs, removeGroup(f))
	}
	return errors.Join(errs...)
}
