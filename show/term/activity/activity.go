// Package activity says what a long command is doing.
package activity

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"agon/internal/clean"
	"agon/show/report"
	"agon/show/term/screen"
)

// every is how often a long command says on a pipe that it is at work.
const every = 10 * time.Second

// A Line describes what a command is doing: on a terminal in a line that changes, on a pipe in lines of its own.
type Line struct {
	out      io.Writer
	terminal bool
	stop     chan struct{}
	stopped  sync.WaitGroup

	mu    sync.Mutex
	doing string
	moves int  // since it has been doing that
	due   bool // reported with the next move
}

// New begins to say what is being done. End must be called.
func New(out io.Writer) *Line {
	l := &Line{out: out, stop: make(chan struct{})}
	if f, ok := out.(*os.File); ok {
		l.terminal = screen.Detect(f, os.Environ()) != screen.Plain
	}
	l.stopped.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-tick.C:
				l.write()
			}
		}
	})
	return l
}

// Now shows what is done from now on: on a pipe with its first move, so that a mistake or a warning comes first, and a quiet one only once
// it takes long.
func (l *Line) Now(quiet bool, format string, args ...any) {
	l.mu.Lock()
	l.doing, l.moves, l.due = clean.Text(fmt.Sprintf(format, args...)), 0, !quiet && !l.terminal
	l.mu.Unlock()
	if l.terminal {
		l.write()
	}
}

// Moved counts moves of a game.
func (l *Line) Moved(n int) {
	l.mu.Lock()
	due := l.due
	l.due = false
	l.mu.Unlock()
	if due {
		l.write()
	}
	l.mu.Lock()
	l.moves += n
	l.mu.Unlock()
}

func (l *Line) write() {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := "agon: " + l.doing
	if l.moves > 0 {
		text += ", " + report.Counted(l.moves, "move") + " so far"
	}
	if f, ok := l.out.(*os.File); ok && l.terminal {
		width, _ := screen.Size(f)
		fmt.Fprintf(l.out, "\r%s\x1b[K", screen.Cut(text, width-1)) // a longer one would stay, line by line
		return
	}
	fmt.Fprintln(l.out, text)
}

// Clear removes the line on a terminal, before other output.
func (l *Line) Clear() {
	if l.terminal {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}

// Note prints something that was noticed, in a line of its own.
func (l *Line) Note(text string) {
	l.Clear()
	fmt.Fprintf(l.out, "agon: %s\n", clean.Text(text))
}

// End ends it.
func (l *Line) End() {
	close(l.stop)
	l.stopped.Wait()
	l.Clear()
}
