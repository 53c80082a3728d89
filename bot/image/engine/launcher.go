package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"agon/bot"
	"agon/bot/sandbox"
)

// A Launcher starts containers of one image. It ignores a command's Path, Dir and Root, which the image defines.
type Launcher struct {
	Engine *Engine
	Image  string // its ID
	Stdin  bool   // programs read their standard input
}

// Level returns "engine".
func (l *Launcher) Level() string { return "engine" }

// Remote returns true: a container has no descriptors but the three pipes.
func (l *Launcher) Remote() bool { return true }

// Rooted returns an error: the image is the root.
func (l *Launcher) Rooted() error { return errors.New("the engine runs images by their names") }

// Start creates a container and starts it.
func (l *Launcher) Start(c bot.Command) (*bot.Process, error) {
	c.Limits = c.Limits.OrUsual()
	return l.Engine.start(c, false, func(number, calls string) []string { return l.run(c, number, calls) })
}

// start creates a container for a command. line returns the arguments, given the files for its ID and its seccomp profile.
func (e *Engine) start(c bot.Command, kept bool, line func(number, calls string) []string) (*bot.Process, error) {
	notes, err := os.MkdirTemp("", sandbox.OwnName()+"-container-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a container: %w", err)
	}
	number := filepath.Join(notes, "id")
	calls, err := writeCalls(notes, c.Locks)
	if err != nil {
		os.RemoveAll(notes)
		return nil, fmt.Errorf("write the seccomp profile of a container: %w", err)
	}
	p, err := e.begin(line(number, calls), notes)
	if err != nil {
		os.RemoveAll(notes)
		return nil, err
	}
	p.limits, p.kept = c.Limits, kept
	started := &bot.Process{In: p.ends[0], Out: p.ends[1], Err: p.ends[2], Kill: p.kill, Wait: sync.OnceValue(p.wait), CPU: p.cpu, Lag: lag}
	if p.id, err = p.made(number); err != nil {
		started.Close()
		return nil, err
	}
	return started, nil
}

// writeCalls writes the seccomp profile of a container.
func writeCalls(notes string, locks bool) (file string, err error) {
	text, err := profile(locks)
	if err != nil {
		return "", err
	}
	file = filepath.Join(notes, "seccomp.json")
	return file, os.WriteFile(file, text, 0o644)
}

// run returns the arguments that start one container.
func (l *Launcher) run(c bot.Command, number, calls string) []string {
	args := append([]string{"run", "--rm"}, l.Engine.fence(c.Limits, number, calls)...)
	if l.Stdin {
		args = append(args, "--interactive")
	}
	for _, e := range c.Env {
		args = append(args, "--env", e)
	}
	return append(append(args, l.Image), c.Args...)
}

// fence returns the arguments that every container is started with.
func (e *Engine) fence(limits bot.Limits, number, calls string) []string {
	bytes := strconv.FormatInt(limits.Memory, 10)
	args := []string{
		"--pull=never", "--cidfile", number, "--network=none", "--read-only", "--cap-drop=ALL",
		"--security-opt=no-new-privileges", "--security-opt=seccomp=" + calls, "--pids-limit=" + strconv.Itoa(limits.Tasks),
		"--memory=" + bytes, "--memory-swap=" + bytes,
		"--ulimit=core=0:0", "--ulimit=nofile=1024:1024", "--stop-signal=SIGKILL",
		fmt.Sprintf("--tmpfs=/tmp:rw,nosuid,nodev,mode=1777,size=%d", limits.Disk),
	}
	if e.Name == "podman" {
		args = append(args, "--ulimit=nproc=4096:4096") // the default is more than the host may allow
	}
	return args
}
