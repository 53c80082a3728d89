package beside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"agon/internal/clean"
)

// Moves starts the process of a session.
func (p *Program) Moves(ctx context.Context, file, ref string) (io.ReadWriteCloser, error) {
	cmd, err := p.command(ctx, "moves", file, ref)
	if err != nil {
		return nil, err
	}
	var complaint limited // stays here: bots may have printed some of it
	cmd.Stderr = &complaint
	m := &movesProcess{wait: func() {
		var exited *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exited) && exited.Exited() { // not killed with its session
			p.Log.Error("make moves for a game elsewhere", "error", err, "said", clean.End(complaint.Bytes()))
		}
	}}
	if m.WriteCloser, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if m.Reader, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := p.low(cmd.Start); err != nil {
		return nil, fmt.Errorf("agon moves: %w", err)
	}
	return m, nil
}

// A movesProcess is the process of a session.
type movesProcess struct {
	io.Reader
	io.WriteCloser
	wait func()
}

// Close ends the process's input and waits for its end. How it ends is told by its answers.
func (m *movesProcess) Close() error {
	m.WriteCloser.Close()
	m.wait()
	return nil
}
