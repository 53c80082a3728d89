package progress

import (
	"fmt"
	"strings"

	"agon/game/palette"
	"agon/show/report"
	"agon/show/term/screen"
)

var (
	plain = screen.Style{}
	bold  = screen.Style{Bold: true}
	dim   = screen.Style{Dim: true}
)

// draw makes the sheet: three lines above, the standing, the games being played, the keys.
func (m *model) draw() *screen.Screen {
	s := screen.New(m.width, m.height)
	m.head(s)
	foot := m.foot()
	top, bottom := 4, m.height-1-len(foot)
	if bottom-1 < top+3 { // without room for both, the standing is left out
		foot, bottom = nil, m.height-1
	}
	switch {
	case m.logs:
		m.drawNotes(s, top, bottom)
	case m.run.Bracket != nil && !m.table:
		m.drawBracket(s, top, bottom)
	default:
		m.standing(s, top, bottom)
	}
	for i, l := range foot {
		l(s, bottom+i)
	}
	m.keys(s)
	return s
}

func (m *model) head(s *screen.Screen) {
	r := &m.run
	title := m.cut(screen.Clean(r.title()), s.Width*2/3)
	end := s.Right(s.Width, 0, title, bold)
	s.Text(0, 0, m.cut(screen.Clean(r.Command), end-2), plain)

	games := fmt.Sprintf(" games   %d of %d  ", r.Done, r.Games)
	right := ""
	if r.measurable() {
		right = fmt.Sprintf("  %d %%", r.percent())
	}
	if r.Left > 0 {
		right += "  " + remaining(r.Left) + " left"
	}
	x := s.Text(0, 1, games, plain)
	end = s.Right(s.Width, 1, right, plain)
	m.meter(s, x, 1, end-x, r.part())
	m.rates(s)
}

// rates draws the line of what is measured: rounds, efficiency, sandbox.
func (m *model) rates(s *screen.Screen) {
	r := &m.run
	text := " " + r.steps() + "  "
	if r.Played > 0 {
		text += strings.TrimSuffix(r.rounds(), " "+r.steps()) + "  "
	}
	x := s.Text(0, 2, text+grouped(int(r.PerSecond))+"/s", plain)
	x = max(x+2, 22)
	if r.Efficiency > 0 {
		x = s.Text(x, 2, fmt.Sprintf("efficiency %.2f (bots' CPU / %d cores)   ", r.Efficiency, r.Cores), plain)
	}
	if r.Sandbox != "" {
		x = s.Text(x, 2, "sandbox "+r.Sandbox+"   ", plain)
	}
	if r.Voided > 0 {
		s.Text(x, 2, fmt.Sprintf("%d replayed", r.Voided), bold)
	}
}

// meter draws a bar of a number of columns.
func (m *model) meter(s *screen.Screen, x, y, columns int, part float64) {
	if columns < 3 {
		return
	}
	part = min(max(part, 0), 1)
	if !m.depth.Colour() {
		n := int(part * float64(columns-2))
		s.Text(x, y, "["+strings.Repeat("=", n)+strings.Repeat(" ", columns-2-n)+"]", plain)
		return
	}
	eighths := int(part * float64(columns*8))
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	end := s.Text(x, y, bar, plain)
	s.Text(end, y, strings.Repeat("░", max(x+columns-end, 0)), dim)
}

// A drawn is a function that draws one line.
type drawn func(s *screen.Screen, y int)

// foot returns the lines below the standing: games being played, faults, the last game, an empty line.
func (m *model) foot() []drawn {
	lines := append(m.playing(), m.workers()...)
	r := &m.run
	lines = append(lines, m.faults)
	if r.Strain != "" {
		lines = append(lines, m.strain)
	}
	if r.Last.Game > 0 {
		lines = append(lines, m.last)
	}
	return append(lines, func(*screen.Screen, int) {})
}

// playing shows two games per line on a small screen and three on a large one.
func (m *model) playing() []drawn {
	each, most := 2, 1
	if m.width >= 110 {
		each, most = 3, 4
	}
	var lines []drawn
	for at := 0; at < len(m.run.Playing) && len(lines) < most; at += each {
		games := m.run.Playing[at:min(at+each, len(m.run.Playing))]
		first := at == 0
		lines = append(lines, func(s *screen.Screen, y int) {
			if first {
				s.Text(0, y, " now", plain)
			}
			width := (s.Width - 5) / each
			for i, g := range games {
				x := s.Text(5+i*width, y, fmt.Sprintf("%4d ", g.Game), plain)
				end := 5 + (i+1)*width - 8
				m.meter(s, x, y, end-x, g.Part)
				s.Right(end+5, y, fmt.Sprintf("%d %%", int(g.Part*100)), plain)
			}
		})
	}
	return lines
}

// stateColumns of what a worker does are shown on any screen; its figures, from the last, make room for them.
const stateColumns = 24

// workers shows other machines, those with trouble first, as many as the screen has room for.
func (m *model) workers() []drawn {
	list := report.Urgent(m.run.Workers)
	if len(list) == 0 {
		return nil
	}
	most := min(max(1, m.height/6), len(list))
	lines := []drawn{func(s *screen.Screen, y int) {
		s.Text(0, y, m.cut(" "+join("; ", report.Counts(list), m.run.Orders), s.Width), plain)
	}}
	if m.run.Limit != "" {
		lines = append(lines, func(s *screen.Screen, y int) { s.Text(2, y, m.cut(m.run.Limit, s.Width-2), plain) })
	}
	for i := range list[:most] {
		w := &list[i]
		lines = append(lines, func(s *screen.Screen, y int) {
			style := plain
			if w.NeedsLook() {
				style = bold
			}
			x := s.Text(2, y, m.cut(screen.Clean(w.Name), 16), style)
			x = max(x+1, 19)
			state := m.cut(screen.Clean(w.State()), s.Width-x)
			figures := []string{fmt.Sprintf("%3d cores", w.Cores), fmt.Sprintf("%5.1f games/s", w.PerSecond),
				fmt.Sprintf("busy %3.0f %%", 100*w.Efficiency)}
			if w.Speed > 0 {
				figures = append(figures, fmt.Sprintf("speed %.2f", w.Speed))
			}
			if w.Pace > 0 {
				figures = append(figures, fmt.Sprintf("pace %.2f", w.Pace))
			}
			for _, text := range figures {
				if x+len(text)+2+min(screen.Width(state), stateColumns) > s.Width {
					break
				}
				x = s.Text(x, y, text, plain) + 2
			}
			s.Text(x, y, m.cut(state, s.Width-x), style)
		})
	}
	if rest := report.Rest(list[most:]); rest != "" {
		lines = append(lines, func(s *screen.Screen, y int) { s.Text(2, y, "and "+rest, dim) })
	}
	return lines
}

func (m *model) faults(s *screen.Screen, y int) {
	x := s.Text(0, y, " faults", plain)
	if len(m.run.Faults) == 0 {
		s.Text(x, y, "  none", dim)
		return
	}
	for i, c := range m.run.Faults {
		mark := palette.Mark(c.Slot)
		words := fmt.Sprintf(" %s %s", c.Why, grouped(c.Times))
		if x+2+len(mark)+len(words) > s.Width-8 {
			s.Text(x+2, y, fmt.Sprintf("+%d", len(m.run.Faults)-i), dim)
			return
		}
		x = s.Text(x+2, y, mark, screen.Chip(c.Slot))
		x = s.Text(x, y, words, plain)
	}
}

func (m *model) strain(s *screen.Screen, y int) {
	s.Text(0, y, m.cut(" "+m.run.Strain, s.Width), bold)
}

func (m *model) last(s *screen.Screen, y int) {
	words := fmt.Sprintf(" last  %d: ", m.run.Last.Game)
	for i, b := range m.run.Last.Best {
		if i > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%s %.1f", m.cut(screen.Clean(b.Name), 24), b.Score)
	}
	s.Text(0, y, m.cut(words, s.Width), plain)
}

// drawNotes shows the latest notes.
func (m *model) drawNotes(s *screen.Screen, top, bottom int) {
	notes := m.notes[max(len(m.notes)-max(bottom-top, 0), 0):]
	if len(notes) == 0 {
		s.Text(1, top, "nothing to tell", dim)
	}
	for i, n := range notes {
		s.Text(1, top+i, m.cut(n, s.Width-1), plain)
	}
}

// drawBracket shows the bracket from the scroll position on.
func (m *model) drawBracket(s *screen.Screen, top, bottom int) {
	lines := m.run.Bracket(s.Width-1, m.depth.Colour())
	room := max(bottom-top, 0)
	m.scroll = min(m.scroll, max(len(lines)-room, 0))
	for i, line := range lines[m.scroll:min(len(lines), m.scroll+room)] {
		s.Text(1, top+i, m.cut(line, s.Width-1), plain)
	}
}

func (m *model) keys(s *screen.Screen) {
	words := "q stops and gives up the games now playing   l logs   e efficiency"
	if m.stopped {
		words = "stopping: the games now playing are given up   l logs   e efficiency"
	}
	if s.Width < len(words) {
		words = "q stops   l logs   e efficiency"
	}
	if m.run.Bracket != nil {
		words = "q stops   b bracket or table   l logs   arrows scroll"
	}
	s.Text(0, s.Height-1, words, dim)
}

func (m *model) cut(text string, columns int) string {
	if m.depth.Colour() {
		return screen.Cut(text, columns)
	}
	return screen.CutPlain(text, columns)
}
