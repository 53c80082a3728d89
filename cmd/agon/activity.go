package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"agon/show/report"
	"agon/show/term/screen"
)

// activityEvery is how often a long command says on a pipe that it is at work.
const activityEvery = 10 * time.Second

// An activity says what a command is doing: on a terminal in a line that changes, on a pipe in lines of its own.
type activity struct {
	out      io.Writer
	terminal bool
	stop     chan struct{}
	stopped  sync.WaitGroup

	mu    sync.Mutex
	doing string
	moves int  // since it has been doing that
	due   bool // to be said with the next move
}

// newActivity begins to say what is being done. end must be called.
func newActivity(w *world) *activity {
	p := &activity{out: w.err, stop: make(chan struct{})}
	if f, ok := w.err.(*os.File); ok {
		p.terminal = screen.Detect(f, os.Environ()) != screen.Plain
	}
	p.stopped.Go(func() {
		tick := time.NewTicker(activityEvery)
		defer tick.Stop()
		for {
			select {
			case <-p.stop:
				return
			case <-tick.C:
				p.write()
			}
		}
	})
	return p
}

// now says what is done from now on: on a pipe with its first move, so that a mistake or a warning comes first, and a quiet one only once it
// takes long.
func (p *activity) now(quiet bool, format string, args ...any) {
	p.mu.Lock()
	p.doing, p.moves, p.due = printable(fmt.Sprintf(format, args...)), 0, !quiet && !p.terminal
	p.mu.Unlock()
	if p.terminal {
		p.write()
	}
}

// moved counts moves of a game.
func (p *activity) moved(n int) {
	p.mu.Lock()
	due := p.due
	p.due = false
	p.mu.Unlock()
	if due {
		p.write()
	}
	p.mu.Lock()
	p.moves += n
	p.mu.Unlock()
}

func (p *activity) write() {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := "agon: " + p.doing
	if p.moves > 0 {
		text += ", " + report.Counted(p.moves, "move") + " so far"
	}
	if f, ok := p.out.(*os.File); ok && p.terminal {
		width, _ := screen.Size(f)
		fmt.Fprintf(p.out, "\r%s\x1b[K", screen.Cut(text, width-1)) // a longer one would stay, line by line
		return
	}
	fmt.Fprintln(p.out, text)
}

// clear removes the line on a terminal, before other output.
func (p *activity) clear() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// note prints something that was noticed, in a line of its own.
func (p *activity) note(text string) {
	p.clear()
	fmt.Fprintf(p.out, "agon: %s\n", printable(text))
}

// end ends it.
func (p *activity) end() {
	close(p.stop)
	p.stopped.Wait()
	p.clear()
}
