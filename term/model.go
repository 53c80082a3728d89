package term

import (
	"strconv"
	"time"

	"agon/draw"
	"agon/film"
	"agon/term/board"
	"agon/term/screen"

	tea "charm.land/bubbletea/v2"
)

// A model is everything that is on the screen, and what keys change.
type model struct {
	film     *film.Film
	shown    board.Board // what was drawn last
	playback playback
	history  history
	picture  func(film.Shot) (string, error)
	play     func(key string) (string, bool)
	printed  func(seat, turn int) string
	logged   bool // what a bot printed is shown beside the board
	moves    string

	depth         screen.Depth
	shade         *board.Shade
	width, height int

	pick     int             // seat, or board.None
	on       map[string]bool // layers, by name
	patterns bool
	scroll   int // of a window, in tiles
	help     bool
	asking   bool // for a round
	typed    string
	message  string
	until    time.Time // of the message
	now      time.Time

	loop     *film.Loop // that the film is a part of; nil for a game by itself
	news     int        // of the loop that are on the screen
	standing film.Standing
}

func newModel(f *film.Film, o Options, depth screen.Depth) *model {
	m := &model{
		film: f, playback: playback{film: f, playing: !o.Paused, speed: slow}, picture: o.Picture,
		play: o.Play, moves: o.Moves, printed: o.Printed,
		depth: depth, shade: board.NewShade(true), width: 80, height: 24,
		pick: board.None, on: make(map[string]bool),
	}
	if o.Speed > 0 {
		m.playback.speed = o.Speed
	}
	return m
}

// layers are what the picture's own keys switch.
func (m *model) layers() []draw.Layer {
	if m.film.Info.Kind == nil {
		return nil
	}
	return m.film.Info.Kind.Layers
}

// tickMsg is the beat by which the film plays.
type tickMsg time.Time

// drawnMsg is what became of a picture.
type drawnMsg struct {
	path string
	err  error
}

// The beats per second while playing and while waiting.
const (
	playing = 30
	waiting = 5
)

func (m *model) beat() tea.Cmd {
	rate := waiting
	if m.playback.playing {
		rate = playing
	}
	return tea.Tick(time.Second/time.Duration(rate), func(t time.Time) tea.Msg { return tickMsg(t) })
}

// Init asks the terminal for its background and begins to play.
func (m *model) Init() tea.Cmd {
	if !m.depth.Colour() {
		return m.beat()
	}
	return tea.Batch(tea.RequestBackgroundColor, m.beat())
}

// Update takes what happened.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tickMsg:
		m.tick(time.Time(msg))
		return m, m.beat()
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.shade = board.NewShade(msg.IsDark())
	case tea.KeyPressMsg:
		return m, m.press(msg.Key())
	case drawnMsg:
		m.drawn(msg)
	}
	return m, nil
}

func (m *model) tick(now time.Time) {
	if !m.now.IsZero() {
		m.playback.tick(now.Sub(m.now))
	}
	m.now = now
	m.follow()
	m.history.learn(m.film)
	if m.message != "" && now.After(m.until) {
		m.message = ""
	}
}

// messageFor is how long a message stays.
const messageFor = 4 * time.Second

func (m *model) say(text string) { m.message, m.until = text, m.now.Add(messageFor) }

func (m *model) drawn(msg drawnMsg) {
	if msg.err != nil {
		m.say("no picture: " + screen.Clean(msg.err.Error()))
		return
	}
	m.say("wrote " + screen.Clean(msg.path))
}

// write lets the caller's hook make a picture of the shot, outside of the program's own loop.
func (m *model) write() tea.Cmd {
	shot, ok := m.playback.shot()
	if m.picture == nil || !ok {
		m.say("pictures cannot be written here")
		return nil
	}
	return func() tea.Msg {
		path, err := m.picture(shot)
		return drawnMsg{path, err}
	}
}

// View is the screen as a text.
func (m *model) View() tea.View {
	v := tea.NewView(m.draw().String(m.depth))
	v.AltScreen = true
	return v
}

// look draws a shot as it is wanted now.
func (m *model) look(shot film.Shot) board.Board {
	return board.Of(&film.View{Info: &m.film.Info, Shot: shot, Pick: m.pick, On: m.on, Earlier: m.playback.earlier})
}

// slot is the slot of the seat that was picked.
func (m *model) slot() int {
	if m.pick == board.None {
		return board.None
	}
	return m.film.Info.Seats[m.pick].Slot
}

// goTo answers the question for a round.
func (m *model) goTo() {
	if n, err := strconv.Atoi(m.typed); err == nil {
		m.playback.round(n)
	}
	m.asking, m.typed = false, ""
}
