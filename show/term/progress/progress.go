package progress

import (
	"fmt"
	"io"
	"os"
	"sync"

	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"
)

// A Progress shows a run until it is closed. It is safe for concurrent use; no method but Close blocks.
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
	failed  bool // the dashboard failed; read once the goroutine has ended

	stop     chan struct{}
	stopOnce sync.Once
}

// New makes a Progress that writes to w, usually standard error: a dashboard if w is a terminal with cursor control, otherwise, or if plain
// is set, plain lines without control bytes.
func New(w *os.File, plain bool) *Progress {
	p := &Progress{w: w, changed: make(chan struct{}, 1), stop: make(chan struct{})}
	if !plain {
		p.depth = screen.Detect(w, os.Environ())
	}
	return p
}

// Update shows a state. The caller must not change the Run's slices afterwards.
func (p *Progress) Update(r Run) {
	p.mu.Lock()
	p.run = r
	p.begin()
	p.mu.Unlock()
	p.wake()
}

// maxNotes is how many notes are kept; the oldest are dropped first.
const maxNotes = 500

// Note prints an event: "T Deep Thought 7 is over the 20 ms average: 25.7 ms". A dashboard shows notes with the key l, and prints the
// latest ones when it is closed.
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

// Stop is closed when q was pressed: the caller should finish the games being played and begin no more. Ctrl-C on a dashboard reaches the
// process as the interrupt signal, as it does without one.
func (p *Progress) Stop() <-chan struct{} { return p.stop }

// Close shows the last state, restores the terminal and returns. It may be called twice.
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
	return p.writeEnd()
}

// notesAtEnd is how many notes a dashboard prints when it is closed.
const notesAtEnd = 20

// writeEnd prints the latest notes and the end of the run after the dashboard has restored the screen.
func (p *Progress) writeEnd() error {
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

// begin starts the goroutine that draws, once there is something to show. The caller holds the lock.
func (p *Progress) begin() {
	if p.begun || p.closed {
		return
	}
	p.begun = true
	p.ended.Add(1)
	if p.depth == screen.Plain {
		go p.writePlain()
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

// writePlain writes plain lines until the Progress is closed.
func (p *Progress) writePlain() {
	defer p.ended.Done()
	var t teller
	for range p.changed {
		p.writeOnce(p.w, &t)
	}
	p.writeOnce(p.w, &t)
}

// writeOnce writes the new lines. If writing fails, the run continues without output.
func (p *Progress) writeOnce(w io.Writer, t *teller) {
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

// dashboard makes the Bubble Tea program. It reads keys from standard input, if that is a terminal too.
func (p *Progress) dashboard() *tea.Program {
	options := []tea.ProgramOption{tea.WithOutput(p.w), tea.WithColorProfile(p.depth.Profile()), tea.WithFPS(redraws),
		tea.WithoutSignalHandler()}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		options = append(options, tea.WithInput(os.Stdin))
	} else {
		options = append(options, tea.WithInput(nil))
	}
	return tea.NewProgram(newModel(p, p.depth), options...)
}

// show runs the dashboard. If it fails, plain lines replace it.
func (p *Progress) show(program *tea.Program) {
	if _, err := program.Run(); err != nil {
		p.failed = true
		p.writePlain()
		return
	}
	p.ended.Done()
}

// state returns what the dashboard draws.
func (p *Progress) state() (Run, []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run, p.notes[:len(p.notes):len(p.notes)]
}

func (p *Progress) askToStop() { p.stopOnce.Do(func() { close(p.stop) }) }
