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

// A Box starts programs of this machine in containers of an empty image. The system folders and the command's files are bound at their own
// paths, read-only except for what it may write. It is safe for concurrent use.
//
// The first process of such a container is a shell that only waits for the program, because the kernel spares a first process the signals
// that it sends itself. An end by a signal is therefore reported as a shell does, by a code above 128.
type Box struct {
	engine *Engine
	name   string // prefix of its containers' names, from this process and this box
	next   atomic.Int64
	binds  []string // the system's, as arguments
	bound  []string // the same as paths
}

// Level returns "engine".
func (b *Box) Level() string { return "engine" }

// About describes the protection in one line.
func (b *Box) About() string {
	return fmt.Sprintf("engine (%s %s: containers without network and capabilities; users of %s are root on this machine)", b.engine.Name,
		b.engine.Version, b.engine.Name)
}

// Remote returns true: a container has no descriptors but the three pipes.
func (b *Box) Remote() bool { return true }

// Rooted returns an error: the engine runs images by their names.
func (b *Box) Rooted() error {
	return errors.New("--sandbox engine runs the engine's own images only: load or pull it, and name it docker-daemon:NAME or podman:NAME")
}

// Start creates a container and starts the program in it.
func (b *Box) Start(c bot.Command) (*bot.Process, error) {
	if err := startable(c); err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	}
	c.Limits = c.Limits.OrUsual()
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

// startable returns an error for what no container can start. Missing files fail as they do everywhere else.
func startable(c bot.Command) error {
	switch {
	case len(c.Extra) > 0:
		return errors.New("an engine cannot pass descriptors to a container")
	case c.Root != "":
		return errors.New("--sandbox engine uses the engine's images, not folders")
	case !filepath.IsAbs(c.Path):
		return fmt.Errorf("the program's path %q is not absolute", c.Path)
	}
	_, err := os.Stat(c.Path)
	return err
}

// shell is the first process of every container, and watch is its script: it waits for the program and, if that failed, checks whether the
// kernel has killed a process of the container for its memory, which not all engines report.
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

// Exit codes of the shell, besides those of the program and 128 plus the number of the signal that ended it.
const (
	bySignal   = 128
	outOfRoom  = 137 // killed for the container's memory
	killed     = 160 // killed by SIGKILL for another reason
	lastSignal = 31
	overCPU    = 24 // SIGXCPU on Linux, where containers run
)

// run returns the arguments that start one container.
func (b *Box) run(c bot.Command, binds []string, name, number, calls string) []string {
	limits := c.Limits
	limits.Tasks++ // for the shell
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

// environment returns the command's environment with an existing home.
func environment(given []string) []string {
	env := []string{"HOME=/tmp", "TMPDIR=/tmp"}
	for _, e := range given {
		if !strings.HasPrefix(e, "HOME=") && !strings.HasPrefix(e, "TMPDIR=") {
			env = append(env, e)
		}
	}
	return env
}

// boxed derives the end of a program from that of its shell.
func (p *container) boxed(e bot.Exit) bot.Exit {
	if e.Code == engineFailed || e.Code < 0 {
		e.Host = p.broken(e.Code)
		return e
	}
	nth := syscall.Signal(e.Code - bySignal)
	switch {
	case e.Code == outOfRoom:
		e.Hit, nth = bot.MemoryLimit, syscall.SIGKILL
	case e.Code == killed:
		nth = syscall.SIGKILL
	case nth == overCPU:
		e.Hit = bot.CPULimit
	}
	if nth > 0 && nth <= lastSignal {
		e.Code, e.Signal = -1, nth
	}
	e.Fault = p.limits.Exceeded(e.Cause())
	return e
}

var _ bot.Launcher = (*Box)(nil)
