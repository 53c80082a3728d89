package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"agon/bot"
)

// plain is level none on every system: a process group, pipes, and a folder for its files. On Linux, processes that left the group are
// killed with the program too, unless they have cleared their environment.
type plain struct{}

func (plain) close() error { return nil }

func (plain) about() string { return "programs have the rights of the user who started them" }

func (plain) start(c *bot.Command) (*bot.Process, error) {
	if c.Root != "" {
		return nil, errNoRoot
	}
	files, err := newScratch()
	if err != nil {
		return nil, err
	}
	p := &plainTree{files: files, turns: newTurns(c.Own)}
	if err := p.startCommand(c); err != nil {
		files.remove()
		return nil, err
	}
	p.turns.watch(p.pipes[0])
	started := &bot.Process{
		In: p.pipes[0], Out: p.pipes[1], Err: p.pipes[2], Pid: p.pid(), Kill: p.kill, Wait: p.wait, CPU: p.cpu, Stalled: p.stalled,
		Queued: p.queued, Asleep: p.asleep, Blocked: p.blocked, Several: p.several, Awaits: p.awaits, Reads: p.reads, Memory: p.memory,
		Pause: p.pause, Resume: p.resume,
	}
	p.addSignals(started)
	return started, nil
}

type plainTree struct {
	cmd    *exec.Cmd
	files  scratch
	pipes  [3]*os.File
	mu     sync.Mutex
	killed bool
	ended  bool
	turns  turns
	stall  plainStall
}

func (p *plainTree) startCommand(c *bot.Command) error {
	theirs, err := p.connect()
	if err != nil {
		return err
	}
	err = whileBusy(func() error {
		p.cmd = exec.Command(c.Path, c.Args...)
		p.cmd.Env = environment(c, p.files.home(), p.files.tmp())
		p.cmd.Dir, p.cmd.ExtraFiles = c.Dir, c.Extra
		if c.Dir == "" {
			p.cmd.Dir = p.files.home()
		}
		ownGroupOf(p.cmd)
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
		return p.cmd.Start()
	})
	closeAll(theirs[:])
	if err != nil {
		closeAll(p.pipes[:])
	}
	return err
}

// connect makes the pipes and returns the program's ends.
func (p *plainTree) connect() (theirs [3]*os.File, err error) {
	for i := range theirs {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(theirs[:])
			closeAll(p.pipes[:])
			return theirs, fmt.Errorf("make a pipe: %w", err)
		}
		theirs[i], p.pipes[i] = w, r
		if i == 0 {
			theirs[i], p.pipes[i] = r, w
		}
	}
	return theirs, nil
}

func (p *plainTree) pid() int { return p.cmd.Process.Pid }

func (p *plainTree) processes() []int { return p.turns.of(p.pid()) }

func (p *plainTree) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.killed = true
	endGroup(p.cmd)
}

func (p *plainTree) wait() bot.Exit {
	p.await()
	p.mu.Lock()
	defer p.mu.Unlock()
	endGroup(p.cmd) // until it is reaped, its process ID cannot be reused
	endStrays(p.files.folder)
	p.ended = true
	p.stall.close()
	p.cmd.Wait()
	p.turns.close()
	p.files.remove()
	state := p.cmd.ProcessState
	return bot.Exit{
		Code: state.ExitCode(), Signal: endSignal(state), Killed: p.killed,
		CPU: state.UserTime() + state.SystemTime(), Peak: peak(state),
	}
}

func (p *plainTree) cpu() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turns.cpu(p.pid())
}

func (p *plainTree) stalled() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stall.read(p.processes, p.ended)
}

func (p *plainTree) queued() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && p.turns.queued(p.pid())
}

func (p *plainTree) asleep() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && p.turns.asleep(p.pid())
}

func (p *plainTree) blocked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && p.turns.blocked(p.pid())
}

func (p *plainTree) memory() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return 0
	}
	return heldBy(p.processes())
}

func (p *plainTree) several() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turns.hasSeveral()
}

func (p *plainTree) awaits(whole bool) bot.Input {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return bot.InputIdle
	}
	return p.turns.awaits(p.pid(), whole)
}

func (p *plainTree) reads(pipe uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.ended && p.turns.reads(p.pid(), pipe)
}

func (p *plainTree) pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.turns.pause(p.pid())
	}
}

func (p *plainTree) resume() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return 0
	}
	return p.turns.resume(p.pid())
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}
