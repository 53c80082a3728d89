package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"agon/bot"
)

// A Box starts programs of this machine in containers: of an empty image, into which the system's folders and what a command names are
// bound at their own places, all but what it may write read-only. It may be used by any number of goroutines.
//
// The first process of such a container is a shell that does nothing but wait for the program, since a first process would be spared the
// signals that it sends itself. An end by a signal is therefore reported as the shell does, by a code above 128.
type Box struct {
	engine *Engine
	name   string // of this process and this box; containers have a number behind it
	next   atomic.Int64
	binds  []string // the system's, as arguments
	bound  []string // the same as paths
}

// Level is "engine".
func (b *Box) Level() string { return "engine" }

// About says in a line what holds.
func (b *Box) About() string {
	return fmt.Sprintf("engine (%s %s: containers without network and capabilities; users of %s are root on this machine)", b.engine.Name, b.engine.Version, b.engine.Name)
}

// Remote is true: nothing but the three pipes reaches a container.
func (b *Box) Remote() bool { return true }

// Rooted returns nil: images are played by their names in the engine.
func (b *Box) Rooted() error {
	return errors.New("--sandbox engine runs the engine's own images only: load or pull it, and name it docker-daemon:NAME or podman:NAME")
}

// Start makes a container and starts the program in it.
func (b *Box) Start(c bot.Command) (bot.Process, error) {
	if err := startable(c); err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	}
	c.Limits = orUsual(c.Limits)
	binds, err := b.open(c)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	}
	name := fmt.Sprintf("%s-%d", b.name, b.next.Add(1))
	p, err := b.engine.start(c, true, func(number, calls string) []string {
		return b.run(c, binds, name, number, calls)
	})
	if err != nil {
		b.engine.forget(name)
		return nil, err
	}
	return p, nil
}

// startable refuses what no container can be started with. What is not there fails as it does everywhere else.
func startable(c bot.Command) error {
	switch {
	case len(c.Extra) > 0:
		return errors.New("an engine hands no descriptors to a container")
	case c.Root != "":
		return errors.New("--sandbox engine uses the engine's images, not folders")
	case !filepath.IsAbs(c.Path):
		return fmt.Errorf("the program's path %q is not absolute", c.Path)
	}
	_, err := os.Stat(c.Path)
	return err
}

// shell is the first process of every container, and watch is what it does: it waits for the program, and where that failed it looks
// whether the kernel has meanwhile ended a process of the container for its memory, which engines do not all tell.
const (
	shell = "/bin/sh"
	watch = `kills() {
	kills=0
	for account in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
		[ -r $account ] && while read what times; do
			[ "$what" = oom_kill ] && kills=$((kills + times))
		done <$account
	done
}
kills
before=$kills
"$@"
code=$?
[ $code = 0 ] && exit 0
[ $code = 137 ] && code=160
kills
[ $kills != $before ] && code=137
exit $code`
)

// What the shell ends with, beside what the program did and 128 with the number of the signal that ended it.
const (
	bySignal   = 128
	outOfRoom  = 137 // for the container's memory
	killed     = 160 // by SIGKILL, and not for that
	lastSignal = 31
	overCPU    = 24 // SIGXCPU on Linux, where containers are
)

// run is the command line of one container.
func (b *Box) run(c bot.Command, binds []string, name, number, calls string) []string {
	limits := c.Limits
	limits.Tasks++ // the shell
	args := append([]string{"run", "--interactive", "--name", name}, b.engine.fence(limits, number, calls)...)
	if limits.CPU > 0 {
		most := int64((limits.CPU + time.Second - 1) / time.Second)
		args = append(args, fmt.Sprintf("--ulimit=cpu=%d:%d", most, most+1))
	}
	args = append(args, b.engine.user()...)
	args = append(args, b.binds...)
	args = append(args, binds...)
	if c.Dir != "" {
		args = append(args, "--workdir", c.Dir)
	}
	for _, e := range environment(c.Env) {
		args = append(args, "--env", e)
	}
	args = append(args, "--entrypoint", shell, emptyImage, "-c", watch, "sh", c.Path)
	return append(args, c.Args...)
}

// environment is the command's, with a home that is there.
func environment(given []string) []string {
	env := []string{"HOME=/tmp", "TMPDIR=/tmp"}
	for _, e := range given {
		if !strings.HasPrefix(e, "HOME=") && !strings.HasPrefix(e, "TMPDIR=") {
			env = append(env, e)
		}
	}
	return env
}

// boxed reads the end of a program from that of its shell.
func (p *container) boxed(e bot.Exit) bot.Exit {
	if e.Code == engineFailed || e.Code < 0 {
		e.Host = p.broken(e.Code)
		return e
	}
	nth := syscall.Signal(e.Code - bySignal)
	switch {
	case e.Code == outOfRoom:
		e.Memory, nth = true, syscall.SIGKILL
		e.Fault = fmt.Sprintf("it used more than the %d MiB of memory it may", p.limit>>20)
	case e.Code == killed:
		nth = syscall.SIGKILL
	case nth == overCPU:
		e.CPU, e.Fault = true, "it used more than the processor time it may"
	}
	if nth > 0 && nth <= lastSignal {
		e.Code, e.Signal = -1, nth.String()
	}
	return e
}

var _ interface {
	bot.Launcher
	bot.Rooter
	bot.Remote
} = (*Box)(nil)
