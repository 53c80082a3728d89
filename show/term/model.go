package term

import (
	"time"

	"agon/game/draw"
	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
)

// A model is the state of the screen, and everything that keys change.
type model struct {
	film     *film.Film
	shown    board.Board // drawn last
	playback playback
	history  history
	picture  func(film.Shot) (string, error)
	play     func(key string) (string, bool)
	printed  func(seat, turn int) string
	logged   bool // a bot's output is shown beside the board
	own      int  // the seat of that bot if none is picked
	moves    string

	glyphs
	shade         *board.Shade
	width, height int

	pick     int             // seat, or board.None
	on       map[string]bool // layers, by name
	patterns bool
	scroll   int // of a window, in tiles
	help     bool
	prompt
	notice
	now time.Time

	loop     *film.Loop // of the film; nil for a single game
	news     int        // the version of the loop's state on the screen
	standing film.Standing
}

func newModel(f *film.Film, o Options, depth screen.Depth) *model {
	m := &model{
		film: f, playback: playback{film: f, playing: !o.Paused, speed: slow}, picture: o.Picture,
		play: o.Play, moves: o.Moves, printed: o.Printed, own: o.Own,
		glyphs: glyphs{depth}, shade: board.NewShade(true), width: 80, height: 24,
		pick: board.None, on: make(map[string]bool),
	}
	if o.Speed > 0 {
		m.playback.speed = o.Speed
	}
	return m
}

// layers returns the layers that the picture's own keys switch.
func (m *model) layers() []draw.Layer {
	if m.film.Info.Kind == nil {
		return nil
	}
	return m.film.Info.Kind.Layers
}

// tickMsg is the tick that advances the film.
type tickMsg time.Time

// drawnMsg is the result of writing a picture.
type drawnMsg struct {
	path string
	err  error
}

// Init asks the terminal for its background colour and starts the ticks.
func (m *model) Init() tea.Cmd {
	if !m.depth.Colour() {
		return m.playback.beat()
	}
	return tea.Batch(tea.RequestBackgroundColor, m.playback.beat())
}

// Update handles a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tickMsg:
		m.tick(time.Time(msg))
		return m, m.playback.beat()
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
	m.expire(now)
}

func (m *model) say(text string) { m.put(text, m.now) }

func (m *model) drawn(msg drawnMsg) {
	if msg.err != nil {
		m.say("no picture: " + screen.Clean(msg.err.Error()))
		return
	}
	m.say("wrote " + screen.Clean(msg.path))
}

// write calls the hook Options.Picture with the shot, outside of Bubble Tea's event loop.
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

// View returns the screen as text.
func (m *model) View() tea.View {
	v := tea.NewView(m.draw().String(m.depth))
	v.AltScreen = true
	return v
}

// look draws a shot with the layers that are switched on.
func (m *model) look(shot film.Shot) board.Board {
	return board.Of(&film.View{Info: &m.film.Info, Shot: shot, Pick: m.pick, On: m.on, Earlier: m.playback.earlier})
}

// slot returns the look of the picked seat.
func (m *model) slot() int {
	if m.pick == board.None {
		return board.None
	}
	return m.film.Info.Looks()[m.pick]
}
