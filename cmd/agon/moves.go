package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/spf13/cobra"

	"agon/internal/clean"
	"agon/lab/moves"
)

// newMoves returns the hidden command that a site starts for a session: one bot makes the moves in a game that is played elsewhere.
func newMoves(w *world) *cobra.Command {
	flags := &botFlags{}
	cmd := &cobra.Command{
		Use:    "moves CONTEST.toml BOT",
		Short:  "make the moves of a bot in a game that is told on standard input (agon serve starts this itself)",
		Hidden: true,
		Args:   between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := flags.open(cmd.Flags(), true)
			if err != nil {
				return err
			}
			defer s.Close()
			b := moves.Bot{Session: s, File: args[0], Ref: args[1]}
			err = b.Serve(cmd.Context(), w.in, w.out)
			if errors.Is(err, io.EOF) || cmd.Context().Err() != nil {
				return nil
			}
			return host(err)
		},
	}
	flags.add(cmd.Flags())
	return cmd
}

// moves starts the process of a session.
func (s *serving) moves(ctx context.Context, file, ref string) (io.ReadWriteCloser, error) {
	cmd, err := s.beside(ctx, []string{"moves", file, ref})
	if err != nil {
		return nil, err
	}
	var complaint limited // stays here: bots may have printed some of it
	cmd.Stderr = &complaint
	p := &movesProcess{wait: func() {
		var exited *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exited) && exited.Exited() { // not killed with its session
			s.log.Error("make moves for a game elsewhere", "error", err, "said", clean.End(complaint.Bytes()))
		}
	}}
	if p.WriteCloser, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.Reader, err = cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := s.low(cmd.Start); err != nil {
		return nil, fmt.Errorf("agon moves: %w", err)
	}
	return p, nil
}

// A movesProcess is the process of a session.
type movesProcess struct {
	io.Reader
	io.WriteCloser
	wait func()
}

// Close ends the process's input and waits for its end. How it ends is told by its answers.
func (p *movesProcess) Close() error {
	p.WriteCloser.Close()
	p.wait()
	return nil
}
