package term

import (
	"fmt"
	"strings"

	"agon/show/film"
	"agon/show/term/screen"
)

// foot draws the three lines below a board: the position in the film, faults and times, keys. A message replaces faults and times.
func (m *model) foot(s *screen.Screen, shot film.Shot) {
	m.scrub(s, m.height-3)
	m.status(s, shot, m.height-2)
	m.keyLine(s, m.height-1)
}

// shortFoot leaves out faults and times. The board's status is then shown below the list.
func (m *model) shortFoot(s *screen.Screen, shot film.Shot) {
	m.scrub(s, m.height-2)
	m.bottom(s, m.height-1)
}

// scrub draws a bar for the whole game: the part that was shown, the part that is available, the part that is still to be played.
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

// part returns how many of width columns at takes of total.
func part(at, total, width int) int {
	if total <= 0 {
		return width
	}
	return min((at*width+total/2)/total, width)
}

// perRound returns the average number of turns per round so far, or 0 before the first round.
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

// status draws the line of faults and times, or a message for as long as it lasts.
func (m *model) status(s *screen.Screen, shot film.Shot, y int) {
	if m.message != "" {
		s.Text(0, y, m.cut(m.message, s.Width), screen.Style{Bold: true})
		return
	}
	end, words := s.Width, m.boardWords()
	least := screen.Width(m.faultWords(0))
	if seat, us := slowest(shot.Took); seat >= 0 {
		slow := fmt.Sprintf("slowest now %s %s", m.shown.Mark(seat), m.unit(span(float64(us))))
		if words == "" || least+2+screen.Width(words)+3+screen.Width(slow) <= s.Width { // the board's status is more important
			end = s.Right(end, y, slow, screen.Style{}) - 3
		}
	}
	if words != "" {
		end = s.Right(max(end, 0), y, m.cut(words, max(end-least-2, s.Width/2)), screen.Style{})
	}
	s.Text(0, y, m.faultWords(end-2), screen.Style{})
}

// boardWords returns how the game ended, if its end is shown, and otherwise the board's status.
func (m *model) boardWords() string {
	if n, done := m.playback.length(); done && m.playback.at >= n-1 {
		if ending, _ := m.film.Ending(); ending != "" {
			return screen.Clean(ending)
		}
	}
	return m.shown.Status
}

// unit replaces us by µs on terminals that can show it.
func (m *model) unit(text string) string {
	if m.ascii() {
		return text
	}
	return strings.Replace(text, " us", " µs", 1)
}

// faultWords returns the faults so far, most frequent first, cut to room columns.
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

// bottom draws the line of keys, the prompt for a round, or a message if there is no status line.
func (m *model) bottom(s *screen.Screen, y int) {
	if m.message != "" && !m.asking {
		s.Text(0, y, m.cut(m.message, s.Width), screen.Style{Bold: true})
		return
	}
	m.keyLine(s, y)
}

// keyLine draws the line of keys, or the prompt for a round.
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

// hints returns the keys of the bottom line: the steps, the board's keys, then the others, least important last.
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

// spell writes arrows as words for terminals that may lack them.
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
