package term

import (
	"fmt"
	"strings"

	"agon/show/film"
	"agon/show/term/screen"
)

// foot draws the three lines below a board: the position in the film, faults and times, keys. A message replaces faults and times.
func (m *model) foot(s *screen.Screen, shot film.Shot) {
	m.playback.scrub(s, m.height-3, m.ascii())
	m.status(s, shot, m.height-2)
	m.keyLine(s, m.height-1)
}

// shortFoot leaves out faults and times. The board's status is then shown below the list.
func (m *model) shortFoot(s *screen.Screen, shot film.Shot) {
	m.playback.scrub(s, m.height-2, m.ascii())
	m.bottom(s, m.height-1)
}

// scrub draws a bar for the whole game: the part that was shown, the part that is available, the part that is still to be played, and where
// a recorded game is played on.
func (t *playback) scrub(s *screen.Screen, y int, ascii bool) {
	n, done := t.length()
	total := n - 1
	if per := t.perRound(); !done && per > 0 {
		total = max(total, t.film.Info.Rounds*per)
	}
	width := s.Width
	seen, known := part(t.at, total, width), part(n-1, total, width)
	mark := func(x, columns int, sign string) {
		if from := t.film.Info.From; from > 0 {
			s.Text(x+min(part(from-1, total, columns), columns-1), y, sign, screen.Style{Bold: true})
		}
	}
	if ascii {
		inner := width - 2
		seen = part(t.at, total, inner)
		s.Text(0, y, "["+strings.Repeat("=", max(seen-1, 0))+">", screen.Style{})
		s.Text(width-1, y, "]", screen.Style{})
		mark(1, inner, "|")
		return
	}
	defer mark(0, width, "┃")
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

// boardWords returns how the game ended, if its end is shown, where it is played on, if that comes yet, and otherwise the board's status.
func (m *model) boardWords() string {
	if from := m.film.Info.From; m.playback.at < from {
		return fmt.Sprintf("recorded: it is played on from %s %d", m.film.TurnWord(), from)
	}
	if n, done := m.playback.length(); done && m.playback.at >= n-1 {
		if ending, _ := m.film.Ending(); ending != "" {
			return screen.Clean(ending)
		}
	}
	return m.shown.Status
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

// keyLine draws the line of keys, or the prompt for a round.
func (m *model) keyLine(s *screen.Screen, y int) {
	if m.asking {
		m.prompt.draw(s, y)
		return
	}
	m.keys().draw(s, y)
}

// keys returns the keys of the viewer and of the film's board.
func (m *model) keys() keyLine { return keyLine{m.glyphs, m.moves, m.layers()} }

// bottom draws the line of keys, the prompt for a round, or a message if there is no status line.
func (m *model) bottom(s *screen.Screen, y int) {
	if m.message != "" && !m.asking {
		s.Text(0, y, m.cut(m.message, s.Width), screen.Style{Bold: true})
		return
	}
	m.keyLine(s, y)
}
