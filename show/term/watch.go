package term

import (
	"context"
	"errors"
	"fmt"
	"os"

	"agon/show/film"
	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
)

// Options are options for showing a film. The zero Options use the process's own terminal and play at 10 turns per second.
type Options struct {
	In, Out *os.File // standard input and output if nil
	Env     []string // the process's environment if nil; NO_COLOR, TERM and COLORTERM are read
	Speed   int      // turns per second at the beginning; 0 for 10
	Paused  bool     // begins paused

	// Picture writes a picture of a shot and returns its path, for the key w; nil if pictures are not supported. It is called on another
	// goroutine, once for each press.
	Picture func(film.Shot) (path string, err error)

	// Play is for a player at this terminal; nil for none. It receives every key before the viewer handles it. If the key was a move, it
	// returns true and a message about it.
	Play  func(key string) (answer string, move bool)
	Moves string // the keys that are moves, for the bottom line

	// Printed returns what the bot of a seat printed in a turn, from 1, with notes on it, for the key l; nil if no output is available.
	Printed func(seat, turn int) string
	Own     int // the seat whose output that key shows if no bot is picked
}

// Watch shows a film until the user quits with q or Ctrl-C, or until ctx is done, and restores the terminal. The film may still be growing.
// If Out is not a terminal, Watch instead prints the board at the end of the film and returns; on a dumb terminal it prints the board at
// each tenth of the game. The error is nil if the user quit, and ctx's error if ctx was done. [PrintStanding] prints the result of the
// game.
func Watch(ctx context.Context, f *film.Film, o Options) error {
	o = o.filled()
	depth := screen.Detect(o.Out, o.Env)
	switch {
	case !screen.IsTerminal(o.Out):
		return printEnd(ctx, o.Out, f, o)
	case depth == screen.Plain:
		return printBoards(ctx, o.Out, f, o)
	}
	return newModel(f, o, depth).show(ctx, o)
}

// filled returns the options with unset fields set to the process's own values.
func (o Options) filled() Options {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	return o
}

// show draws the model until the user quits.
func (m *model) show(ctx context.Context, o Options) error {
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(o.In), tea.WithOutput(o.Out),
		tea.WithEnvironment(o.Env), tea.WithColorProfile(m.depth.Profile()), tea.WithoutSignalHandler(), tea.WithFPS(playing))
	_, err := program.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, tea.ErrInterrupted) || errors.Is(err, tea.ErrProgramKilled) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("show the game in the terminal: %w", err)
	}
	return nil
}
