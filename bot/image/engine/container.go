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
	"time"

	"agon/bot"
)

// A container is one program in an engine, and the command line that started it.
type container struct {
	engine *Engine
	cmd    *exec.Cmd
	ends   [3]*os.File // the host's: in, out, err
	notes  string      // a folder
	id     string
	limit  int64

	accounting sync.Mutex
	account    account
	kept       bool // the engine does not remove it by itself, so that its end can be asked for

	ended  chan struct{} // the command line has ended
	mu     sync.Mutex
	killed bool
}

// begin starts the command line.
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

// madeTime is what an engine may take to make a container.
const madeTime = time.Minute

// made waits until the container has been made, and gives its number.
func (p *container) made(number string) (string, error) {
	for begun, over := time.Now(), false; time.Since(begun) < madeTime; time.Sleep(2 * time.Millisecond) {
		if id, _ := os.ReadFile(number); len(id) > 0 {
			return strings.TrimSpace(string(id)), nil
		}
		if over {
			said, _ := io.ReadAll(io.LimitReader(p.ends[2], 64<<10))
			return "", fmt.Errorf("%s could not make a container: %w", p.engine.Name, saying(said, errors.New(p.cmd.ProcessState.String())))
		}
		over = p.over()
	}
	return "", fmt.Errorf("%s has not made a container in %v", p.engine.Name, madeTime)
}

func (p *container) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

func (p *container) In() *os.File  { return p.ends[0] }
func (p *container) Out() *os.File { return p.ends[1] }
func (p *container) Err() *os.File { return p.ends[2] }

// Kill ends the container, and then the command line.
func (p *container) Kill() {
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

// soonOver waits for the end of the command line of a container that has ended.
func (p *container) soonOver() bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(lag):
		return false
	}
}

// stopped reports whether a container that is kept has ended.
func (p *container) stopped() bool {
	if !p.kept || p.id == "" {
		return false
	}
	told, err := p.inspect("{{.State.Status}}")
	return err == nil && told == "exited"
}

// inspect asks the engine for something about the container.
func (p *container) inspect(format string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	told, err := p.engine.ask(ctx, "inspect", "--format", format, p.id)
	return strings.TrimSpace(string(told)), err
}

// Lag is how much later than its pipes an engine may tell the end of a container.
func (p *container) Lag() time.Duration { return lag }

const lag = 5 * time.Second

// remove has the engine end and forget the container.
func (p *container) remove() {
	if p.id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	p.engine.ask(ctx, "rm", "--force", p.id)
}

// What an engine's command line ends with.
const (
	engineFailed = 125
	wasKilled    = 137 // 128 and SIGKILL: for its memory, since nobody else killed it
)

// Wait waits for the end of the container.
func (p *container) Wait() bot.Exit {
	<-p.ended
	p.mu.Lock()
	defer p.mu.Unlock()
	closeAll(p.ends[:])
	os.RemoveAll(p.notes)
	e := bot.Exit{Code: p.cmd.ProcessState.ExitCode()}
	if p.killed {
		return e
	}
	if p.kept {
		defer p.remove()
		return p.boxed(e)
	}
	switch e.Code {
	case wasKilled:
		e.Memory, e.Signal = true, "killed"
		e.Fault = fmt.Sprintf("it was killed in its container, as for more than the %d MiB of memory it may use", p.limit>>20)
	case engineFailed, -1:
		e.Host = p.broken(e.Code)
	}
	return e
}

// broken reports whether it is the engine that failed: a program may end with the same code.
func (p *container) broken(code int) error {
	ctx, cancel := context.WithTimeout(context.Background(), madeTime)
	defer cancel()
	if _, err := Find(ctx, p.engine.Name); err != nil || code < 0 {
		return errors.Join(fmt.Errorf("%s broke off a container", p.engine.Name), err)
	}
	return nil
}

// CPU is the processor time of the container, by its control group, at the last reading before its end; 0 where the group cannot be
// read.
func (p *container) CPU() time.Duration {
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
		p.engine.Note(fmt.Sprintf("the processor time of containers of %s is not known: their control groups cannot be read here", p.engine.Name))
	}
	return used
}

// first is the number of the container's first process on the engine's machine; "" for one that has ended or not begun.
func (p *container) first() string {
	if p.over() {
		return ""
	}
	told, err := p.inspect("{{.State.Pid}}")
	if err != nil || told == "0" {
		return ""
	}
	return told
}
