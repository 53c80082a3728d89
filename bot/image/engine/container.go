package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
)

// A container is one program in an engine, with the engine's command that runs it.
type container struct {
	engine *Engine
	cmd    *exec.Cmd
	ends   [3]*os.File // the host's: in, out, err
	notes  string      // a folder
	id     string
	limits bot.Limits

	accounting sync.Mutex
	account    account
	kept       bool // the engine keeps it after its end, so that its exit can be read

	ended  chan struct{} // closed when the engine's command has ended
	mu     sync.Mutex
	killed bool
}

// begin starts the engine's command.
func (e *Engine) begin(args []string, notes string) (*container, error) {
	p := &container{engine: e, cmd: exec.Command(e.path, append(e.quiet(), args...)...), notes: notes, ended: make(chan struct{})}
	var theirs [3]*os.File
	for i := range theirs {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(p.ends[:])
			closeAll(theirs[:])
			return nil, fmt.Errorf("make a pipe: %w", err)
		}
		p.ends[i], theirs[i] = r, w
		if i == 0 {
			p.ends[i], theirs[i] = w, r
		}
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	p.cmd.Env, p.cmd.Dir = e.env, notes
	apart(p.cmd)
	err := p.cmd.Start()
	closeAll(theirs[:])
	if err != nil {
		closeAll(p.ends[:])
		return nil, fmt.Errorf("start %s: %v", e.Name, err)
	}
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// madeTime is the time that an engine may take to create a container.
const madeTime = time.Minute

// made waits until the container is created, and returns its ID.
func (p *container) made(number string) (string, error) {
	for begun, over := time.Now(), false; time.Since(begun) < madeTime; time.Sleep(2 * time.Millisecond) {
		if id, _ := os.ReadFile(number); len(id) > 0 {
			return strings.TrimSpace(string(id)), nil
		}
		if over {
			output, _ := io.ReadAll(io.LimitReader(p.ends[2], 64<<10))
			return "", fmt.Errorf("%s could not create a container: %w", p.engine.Name,
				saying(output, errors.New(p.cmd.ProcessState.String())))
		}
		over = p.over()
	}
	return "", fmt.Errorf("%s has not created a container in %v", p.engine.Name, madeTime)
}

func (p *container) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// kill kills the container, and then the engine's command.
func (p *container) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed || p.over() {
		return
	}
	if p.stopped() && p.soonOver() {
		return // it has ended by itself, and its exit says how
	}
	p.killed = true
	p.remove()
	p.cmd.Process.Kill()
}

// soonOver waits for the end of the command of a container that has ended.
func (p *container) soonOver() bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(lag):
		return false
	}
}

// stopped reports whether a kept container has ended.
func (p *container) stopped() bool {
	if !p.kept || p.id == "" {
		return false
	}
	state, err := p.inspect("{{.State.Status}}")
	return err == nil && state == "exited"
}

// inspect asks the engine for a property of the container.
func (p *container) inspect(format string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	output, err := p.engine.ask(ctx, "inspect", "--format", format, p.id)
	return strings.TrimSpace(string(output)), err
}

// lag is how much later than its pipes an engine may report the end of a container.
const lag = 5 * time.Second

// remove has the engine kill and delete the container.
func (p *container) remove() {
	if p.id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	p.engine.ask(ctx, "rm", "--force", p.id)
}

// Exit codes of an engine's command.
const (
	engineFailed = 125
	wasKilled    = 137 // 128 plus SIGKILL: for its memory, since nobody else killed it
)

// wait waits for the end of the container.
func (p *container) wait() bot.Exit {
	<-p.ended
	p.mu.Lock()
	defer p.mu.Unlock()
	os.RemoveAll(p.notes)
	e := bot.Exit{Code: p.cmd.ProcessState.ExitCode(), Killed: p.killed}
	if e.Killed {
		return e
	}
	if p.kept {
		defer p.remove()
		return p.boxed(e)
	}
	switch e.Code {
	case wasKilled:
		e.Hit, e.Signal = bot.MemoryLimit, syscall.SIGKILL
		e.Fault = fmt.Sprintf("it was killed in its container, probably for using more than its limit of %d MiB of memory",
			p.limits.Memory>>20)
	case engineFailed, -1:
		e.Host = p.broken(e.Code)
	}
	return e
}

// broken returns an error if the engine has failed: a program may end with the same code.
func (p *container) broken(code int) error {
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	if _, err := Find(ctx, p.engine.Name); err != nil || code < 0 {
		return errors.Join(fmt.Errorf("%s aborted a container", p.engine.Name), err)
	}
	return nil
}

// cpu returns the processor time of the container, from its control group, at the last reading before its end; 0 if the group cannot be
// read.
func (p *container) cpu() time.Duration {
	p.accounting.Lock()
	defer p.accounting.Unlock()
	if p.engine.blind.Load() {
		return 0
	}
	if file := p.engine.accountOf(p.id); p.account.file == "" && file != "" {
		if _, err := readAccount(file); err == nil {
			p.account.file = file
		}
	}
	used := p.account.read("/proc", "/sys/fs/cgroup", p.id, p.first)
	p.engine.remember(p.account.file, p.id)
	if p.account.over && p.engine.blind.CompareAndSwap(false, true) && p.engine.Note != nil {
		p.engine.Note(fmt.Sprintf("the processor time of containers of %s is unknown: their control groups cannot be read here",
			p.engine.Name))
	}
	return used
}

// first returns the process ID of the container's first process on the engine's machine; "" if it has ended or not started.
func (p *container) first() string {
	if p.over() {
		return ""
	}
	pid, err := p.inspect("{{.State.Pid}}")
	if err != nil || pid == "0" {
		return ""
	}
	return pid
}
