package bot

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Plain starts programs with no protection but a process group of their own, for trusted bots and for systems without a sandbox.
type Plain struct{}

// Level returns "none".
func (Plain) Level() string { return "none" }

// Start starts a program.
func (Plain) Start(c Command) (Process, error) {
	if c.Root != "" {
		return nil, errors.New("a program with its own root needs a sandbox")
	}
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Env, cmd.Dir, cmd.ExtraFiles = c.Env, c.Dir, c.Extra
	detach(cmd)
	var ends [3]*os.File   // the host's: in, out, err
	var theirs [3]*os.File // the program's
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("make a pipe: %w", err)
		}
		ends[i], theirs[i] = r, w
		if i == 0 {
			ends[i], theirs[i] = w, r
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	err := start(cmd)
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		for _, f := range ends {
			f.Close()
		}
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	}
	return &plainProcess{cmd: cmd, ends: ends}, nil
}

type plainProcess struct {
	cmd  *exec.Cmd
	ends [3]*os.File
}

func (p *plainProcess) In() *os.File  { return p.ends[0] }
func (p *plainProcess) Out() *os.File { return p.ends[1] }
func (p *plainProcess) Err() *os.File { return p.ends[2] }
func (p *plainProcess) Kill()         { killTree(p.cmd) }

func (p *plainProcess) Wait() Exit {
	p.cmd.Wait()
	killTree(p.cmd)
	for _, f := range p.ends {
		f.Close()
	}
	state := p.cmd.ProcessState
	return Exit{Code: state.ExitCode(), Signal: signal(state)}
}

func (p *plainProcess) CPU() time.Duration { return processCPU(p.cmd) }
