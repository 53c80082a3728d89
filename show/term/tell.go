package term

import (
	"context"
	"fmt"
	"io"
	"strings"

	"agon/show/film"
	"agon/show/term/screen"
)

// The size of the output without a screen.
const (
	plainWidth  = 80
	plainHeight = 24
)

// printBoards prints the board as text at the deal, at each tenth of the game and at its end, without control bytes.
func printBoards(ctx context.Context, w io.Writer, f *film.Film, o Options) error {
	m := newModel(f, o, screen.Plain)
	m.width, m.height = screen.Columns(w, plainWidth), plainHeight
	printed := -1 // the shot that was printed last
	tenth := -1
	for shot := 0; ; shot++ {
		if err := f.Wait(ctx, shot); err != nil {
			return err
		}
		n, _ := f.Len()
		if shot >= n && printed == n-1 {
			return nil
		}
		m.history.learn(f)
		m.playback.to(min(shot, n-1))
		if shot < n && m.playback.tenth(shot) == tenth {
			continue
		}
		printed = m.playback.at
		tenth = m.playback.tenth(printed)
		if _, err := fmt.Fprintf(w, "%s\n\n", m.withoutKeys()); err != nil {
			return fmt.Errorf("print the game: %w", err)
		}
	}
}

// printEnd prints the whole board at the end of the game, without control bytes.
func printEnd(ctx context.Context, w io.Writer, f *film.Film, o Options) error {
	for shot := 0; ; shot++ {
		n, done := f.Len()
		if done && n > 0 {
			break
		}
		if err := f.Wait(ctx, max(shot, n)); err != nil {
			return err
		}
		if after, done := f.Len(); done && after == 0 {
			return nil // there is no board
		}
	}
	return printBoard(w, f, o, screen.Columns(w, plainWidth))
}

// PrintBoard prints the whole board of the last shot of a film, without control bytes. In a terminal that is too narrow for it, it prints
// a part, or says why there is none. A film without shots prints nothing.
func PrintBoard(w io.Writer, f *film.Film) error {
	if n, _ := f.Len(); n == 0 {
		return nil
	}
	return printBoard(w, f, Options{}.filled(), screen.Columns(w, plainWidth))
}

func printBoard(w io.Writer, f *film.Film, o Options, width int) error {
	m := newModel(f, o, screen.Plain)
	m.history.learn(f)
	m.playback.end()
	shot, _ := m.playback.shot()
	m.width, m.height = width, plainHeight
	foot := 2
	switch m.shown = m.look(shot); {
	case width < leastWidth:
		m.height, foot = m.shown.Height+len(m.shown.Seats)+5, 0
		if _, whole := m.below(); !whole {
			m.height = len(m.shown.Seats) + 3 // the list, and why there is no board
		}
	case m.shown.Duel == nil:
		m.height, foot = max(plainHeight, m.shown.Height+5), 3
	}
	if _, err := fmt.Fprintf(w, "%s\n\n", strings.TrimRight(m.draw().Head(m.height-foot).String(screen.Plain), "\n")); err != nil {
		return fmt.Errorf("print the game: %w", err)
	}
	return nil
}

// withoutKeys returns the screen without its line of keys.
func (m *model) withoutKeys() string {
	s := m.draw()
	return s.Head(m.height - 1).String(screen.Plain)
}
