package progress

import (
	"os"
	"time"

	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
)

// redraws is how often the dashboard is drawn, at most, per second.
const redraws = 10

// A model is the state of the dashboard: the latest Run, and what keys change.
type model struct {
	from interface {
		state() (Run, []string)
		askToStop()
	}
	depth         screen.Depth
	width, height int

	run     Run
	notes   []string
	scroll  int
	byTime  bool // ordered by efficiency
	logs    bool
	table   bool // show the standing although there is a bracket
	stopped bool
}

func newModel(p *Progress, depth screen.Depth) *model {
	return &model{from: p, depth: depth, width: 80, height: 24}
}

type tickMsg struct{}

func tick() tea.Cmd {
	return tea.Tick(time.Second/redraws, func(time.Time) tea.Msg { return tickMsg{} })
}

// Init starts to poll for new states.
func (m *model) Init() tea.Cmd { return tick() }

// Update handles a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tickMsg:
		m.run, m.notes = m.from.state()
		return m, tick()
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		m.press(msg.Key().Keystroke())
	}
	return m, nil
}

func (m *model) press(name string) {
	switch name {
	case "q":
		m.stopped = true
		m.from.askToStop()
	case "ctrl+c":
		m.stopped = true
		interrupt()
	case "up":
		m.scroll = max(m.scroll-1, 0)
	case "down":
		m.scroll = min(m.scroll+1, max(m.longest()-1, 0))
	case "b":
		m.table, m.scroll = !m.table, 0
	case "l":
		m.logs = !m.logs
	case "e":
		m.byTime = !m.byTime
	}
}

// longest returns the number of lines that can be scrolled through.
func (m *model) longest() int {
	if m.run.Bracket != nil && !m.table {
		return len(m.run.Bracket(m.width-1, m.depth.Colour()))
	}
	return len(m.run.Standings)
}

// interrupt handles Ctrl-C. A terminal in raw mode sends a key for it instead of the signal that the process waits for.
func interrupt() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Signal(os.Interrupt) // a process can always signal itself
	}
}

// View returns the dashboard as text.
func (m *model) View() tea.View {
	v := tea.NewView(m.draw().String(m.depth))
	v.AltScreen = true
	return v
}
