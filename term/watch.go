package term

import (
	"context"
	"errors"
	"fmt"
	"os"

	"agon/film"
	"agon/term/screen"

	tea "charm.land/bubbletea/v2"
)

// Options say how a film is shown. The zero Options use the process's own terminal and play at 10 turns a second.
type Options struct {
	In, Out *os.File // standard input and output where nil
	Env     []string // the process's environment where nil; NO_COLOR, TERM and COLORTERM are read
	Speed   int      // turns per second to begin with; 0 for 10
	Paused  bool     // begins paused

	// Picture writes a picture of a shot and returns its path, for the key w; nil where that cannot be. It is called on another
	// goroutine, one call at a time for each press.
	Picture func(film.Shot) (path string, err error)

	// Play is for a player at this terminal; nil for none. It is offered what every key types before the screen answers to
	// it, and gives what is to be said of a key that was a move.
	Play  func(key string) (said string, move bool)
	Moves string // the keys that are moves, for the line at the bottom

	// Printed gives what the bot of a seat printed in a turn, from 1, and what was noted of it, for the key l; nil where nobody knows.
	Printed func(seat, turn int) string
}

// Watch shows a film until it is left with q or Ctrl-C, or until ctx is done, and gives the terminal back as it was. The film may
// still be growing. Where Out is no terminal, the board at the end of the film is printed instead, and on a dumb one that at each tenth of the
// game; then Watch returns. The error is nil for those who left, ctx's where it was done. What the game came to, [PrintStanding] prints.
func Watch(ctx context.Context, f *film.Film, o Options) error {
	o = o.filled()
	depth := screen.Detect(o.Out, o.Env)
	switch {
	case !screen.IsTerminal(o.Out):
		return tellEnd(ctx, o.Out, f, o)
	case depth == screen.Plain:
		return tell(ctx, o.Out, f, o)
	}
	return newModel(f, o, depth).show(ctx, o)
}

// filled is the options with what the process itself has where they say nothing.
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

// show draws the model until it is left.
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
