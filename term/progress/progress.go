package progress

import (
	"fmt"
	"io"
	"os"
	"sync"

	"agon/term/screen"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"
)

// A Progress shows a run until it is closed. Its methods may be called from any goroutine, and none but Close waits.
type Progress struct {
	w     *os.File
	depth screen.Depth

	mu      sync.Mutex
	run     Run
	notes   []string // not yet printed, or all of them on a dashboard
	changed chan struct{}
	program *tea.Program
	begun   bool
	closed  bool
	ended   sync.WaitGroup
	failed  bool // the dashboard; read once the goroutine has ended

	stop     chan struct{}
	stopOnce sync.Once
}

// New makes a Progress that writes to w, usually standard error. It shows a dashboard where w is a terminal that can have one,
// plain lines without a control byte where it is not or where plain is asked for.
func New(w *os.File, plain bool) *Progress {
	p := &Progress{w: w, changed: make(chan struct{}, 1), stop: make(chan struct{})}
	if !plain {
		p.depth = screen.Detect(w, os.Environ())
	}
	return p
}

// Update shows a state. The Run's slices must not be changed afterwards.
func (p *Progress) Update(r Run) {
	p.mu.Lock()
	p.run = r
	p.begin()
	p.mu.Unlock()
	p.wake()
}

// maxNotes is how many notes are kept; the oldest go first.
const maxNotes = 500

// Note prints something that happened: "T Deep Thought 7 is over the 20 ms average: 25.7 ms". A dashboard shows notes behind the key
// l, and leaves the latest behind when it is closed.
func (p *Progress) Note(text string) {
	p.mu.Lock()
	p.notes = append(p.notes, screen.Clean(text))
	if len(p.notes) > maxNotes {
		p.notes = p.notes[len(p.notes)-maxNotes:]
	}
	p.begin()
	p.mu.Unlock()
	p.wake()
}

// Stop is closed when q was pressed: the games at hand should be finished and no more begun. Ctrl-C on a dashboard comes to
// the process as the interrupt signal, as it does without one.
func (p *Progress) Stop() <-chan struct{} { return p.stop }

// Close shows the last state, gives the terminal back and returns. It may be called twice.
func (p *Progress) Close() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil
	}
	p.closed = true
	begun, program := p.begun, p.program
	p.mu.Unlock()
	if !begun {
		return nil
	}
	close(p.changed)
	if program != nil {
		program.Quit()
	}
	p.ended.Wait()
	if p.depth == screen.Plain || p.failed {
		return nil
	}
	return p.tellEnd()
}

// notesAtEnd is how many notes a dashboard leaves behind.
const notesAtEnd = 20

// tellEnd leaves the latest notes and the end of the run below the screen that the dashboard gave back.
func (p *Progress) tellEnd() error {
	run, notes := p.state()
	for _, n := range notes[max(len(notes)-notesAtEnd, 0):] {
		if _, err := fmt.Fprintln(p.w, "agon: "+n); err != nil {
			return fmt.Errorf("print a note: %w", err)
		}
	}
	if !run.Over {
		return nil
	}
	if _, err := fmt.Fprintln(p.w, ending(&run)); err != nil {
		return fmt.Errorf("tell the end of the run: %w", err)
	}
	return nil
}

// begin starts the goroutine that draws, with the first thing there is to show. The lock is held.
func (p *Progress) begin() {
	if p.begun || p.closed {
		return
	}
	p.begun = true
	p.ended.Add(1)
	if p.depth == screen.Plain {
		go p.tell()
		return
	}
	p.program = p.dashboard()
	go p.show(p.program)
}

func (p *Progress) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// tell writes plain lines until the Progress is closed.
func (p *Progress) tell() {
	defer p.ended.Done()
	var t teller
	for range p.changed {
		p.tellOnce(p.w, &t)
	}
	p.tellOnce(p.w, &t)
}

// tellOnce writes what is new. If writing fails, the run goes on silently.
func (p *Progress) tellOnce(w io.Writer, t *teller) {
	p.mu.Lock()
	run, notes := p.run, p.notes
	p.notes = nil
	p.mu.Unlock()
	var lines []string
	if run.Games > 0 {
		lines = t.lines(&run)
	}
	for _, n := range notes {
		lines = append(lines, "agon: "+n)
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(w, l); err != nil {
			return
		}
	}
}

// dashboard makes the program that draws. Keys come from standard input, if that is a terminal too.
func (p *Progress) dashboard() *tea.Program {
	options := []tea.ProgramOption{tea.WithOutput(p.w), tea.WithColorProfile(p.depth.Profile()), tea.WithFPS(redraws), tea.WithoutSignalHandler()}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		options = append(options, tea.WithInput(os.Stdin))
	} else {
		options = append(options, tea.WithInput(nil))
	}
	return tea.NewProgram(newModel(p, p.depth), options...)
}

// show runs the dashboard. Where it fails, plain lines take its place.
func (p *Progress) show(program *tea.Program) {
	if _, err := program.Run(); err != nil {
		p.failed = true
		p.tell()
		return
	}
	p.ended.Done()
}

// state is what the dashboard draws.
func (p *Progress) state() (Run, []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run, p.notes[:len(p.notes):len(p.notes)]
}

func (p *Progress) askToStop() { p.stopOnce.Do(func() { close(p.stop) }) }
