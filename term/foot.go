package term

import (
	"fmt"
	"strings"

	"agon/film"
	"agon/term/screen"
)

// foot is the three lines below a board: the way through the film, faults and times, keys. A message stands in the line of faults and times.
func (m *model) foot(s *screen.Screen, shot film.Shot) {
	m.scrub(s, m.height-3)
	m.status(s, shot, m.height-2)
	m.keyLine(s, m.height-1)
}

// shortFoot leaves out the faults and times; what the board has to say then stands below the list.
func (m *model) shortFoot(s *screen.Screen, shot film.Shot) {
	m.scrub(s, m.height-2)
	m.bottom(s, m.height-1)
}

// scrub is a bar for the whole game: what was seen, what can be seen, what is still to come.
func (m *model) scrub(s *screen.Screen, y int) {
	n, done := m.playback.length()
	total := n - 1
	if per := m.perRound(); !done && per > 0 {
		total = max(total, m.film.Info.Rounds*per)
	}
	width := s.Width
	seen, known := part(m.playback.at, total, width), part(n-1, total, width)
	if m.ascii() {
		inner := width - 2
		seen = part(m.playback.at, total, inner)
		s.Text(0, y, "["+strings.Repeat("=", max(seen-1, 0))+">", screen.Style{})
		s.Text(width-1, y, "]", screen.Style{})
		return
	}
	x := s.Text(0, y, strings.Repeat("▇", seen), screen.Style{})
	x = s.Text(x, y, strings.Repeat("░", max(known-seen, 0)), screen.Style{})
	s.Text(x, y, strings.Repeat("·", max(width-x, 0)), screen.Style{Dim: true})
}

// part is the columns of at in total.
func part(at, total, width int) int {
	if total <= 0 {
		return width
	}
	return min((at*width+total/2)/total, width)
}

// perRound is about how many turns a round has had so far; 0 before the first.
func (m *model) perRound() int {
	n, _ := m.playback.length()
	if n < 2 {
		return 0
	}
	last := m.film.Shot(n - 1)
	if last.Round == 0 {
		return 0
	}
	return (last.Turn + last.Round - 1) / last.Round
}

// status is the line of faults and times; for a while it is what there is to say.
func (m *model) status(s *screen.Screen, shot film.Shot, y int) {
	if m.message != "" {
		s.Text(0, y, m.cut(m.message, s.Width), screen.Style{Bold: true})
		return
	}
	end, words := s.Width, m.boardWords()
	least := screen.Width(m.faultWords(0))
	if seat, us := slowest(shot.Took); seat >= 0 {
		slow := fmt.Sprintf("slowest now %s %s", m.shown.Mark(seat), m.unit(span(float64(us))))
		if words == "" || least+2+screen.Width(words)+3+screen.Width(slow) <= s.Width { // what the board says is more
			end = s.Right(end, y, slow, screen.Style{}) - 3
		}
	}
	if words != "" {
		end = s.Right(max(end, 0), y, m.cut(words, max(end-least-2, s.Width/2)), screen.Style{})
	}
	s.Text(0, y, m.faultWords(end-2), screen.Style{})
}

// boardWords are how the game ended, at its end, and else what the board has to say.
func (m *model) boardWords() string {
	if n, done := m.playback.length(); done && m.playback.at >= n-1 {
		if ending, _ := m.film.Ending(); ending != "" {
			return screen.Clean(ending)
		}
	}
	return m.shown.Status
}

// unit writes µs where the terminal can.
func (m *model) unit(text string) string {
	if m.ascii() {
		return text
	}
	return strings.Replace(text, " us", " µs", 1)
}

// faultWords are the faults so far, most frequent first, in so many columns.
func (m *model) faultWords(room int) string {
	counts := m.history.counts(m.playback.at)
	if len(counts) == 0 {
		return "no faults"
	}
	words := "faults"
	for i, c := range counts {
		next := fmt.Sprintf("  %s %d %s", m.shown.Mark(c.seat), c.times, c.why)
		more := ""
		if left := len(counts) - i - 1; left > 0 {
			more = fmt.Sprintf("  +%d", left)
		}
		if screen.Width(words+next+more) > room {
			return fmt.Sprintf("%s  +%d", words, len(counts)-i)
		}
		words += next
	}
	return words
}

// bottom is the line of keys, or the question for a round, or a message where there is no status line.
func (m *model) bottom(s *screen.Screen, y int) {
	if m.message != "" && !m.asking {
		s.Text(0, y, m.cut(m.message, s.Width), screen.Style{Bold: true})
		return
	}
	m.keyLine(s, y)
}

// keyLine is the line of keys, or the question for a round.
func (m *model) keyLine(s *screen.Screen, y int) {
	if m.asking {
		s.Text(0, y, "go to round: "+m.typed+"_   enter, esc", screen.Style{Bold: true})
		return
	}
	dim := screen.Style{Dim: true}
	sep := "  "
	if s.Width >= 100 {
		sep = "   "
	}
	end := s.Right(s.Width, y, "q quit"+sep+"? all keys", dim)
	x := 0
	for _, hint := range m.hints() {
		if x+screen.Width(hint)+len(sep) > end {
			continue
		}
		x = s.Text(x, y, hint+sep, dim)
	}
}

// hints are the keys of the bottom line: those of the board after the steps, what matters least last.
func (m *model) hints() []string {
	var first, last []string
	if m.moves != "" {
		first = append(first, m.moves)
	}
	for _, k := range keys() {
		switch {
		case k.hint == "":
		case len(first) < 3:
			first = append(first, m.spell(k.hint))
		default:
			last = append(last, m.spell(k.hint))
		}
	}
	for _, layer := range m.layers() {
		first = append(first, layer.Key+" "+layer.Title)
	}
	return append(first, last...)
}

// spell writes arrows as words where the terminal may have none.
func (m *model) spell(hint string) string {
	if !m.ascii() {
		return hint
	}
	return strings.NewReplacer("←→", "left/right", "↑↓", "up/down").Replace(hint)
}

// drawHelp lists all keys.
func (m *model) drawHelp(s *screen.Screen) {
	y := 2
	line := func(name, about string) {
		s.Text(2, y, name, screen.Style{Bold: true})
		s.Text(16, y, m.cut(about, s.Width-16), screen.Style{})
		y++
	}
	for _, k := range keys() {
		line(k.names[0], k.about)
	}
	for _, layer := range m.layers() {
		line(layer.Key, layer.Title)
	}
}
