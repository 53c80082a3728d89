package term

import (
	"fmt"

	"agon/film"
	"agon/term/board"
	"agon/term/screen"
)

// A column of lines that fills an area from the top.
type column struct {
	s    *screen.Screen
	m    *model
	area area
	used int
}

func (c *column) line(text string, style screen.Style) {
	if c.used < c.area.height {
		c.s.Text(c.area.x, c.area.y+c.used, c.m.cut(text, c.area.width), style)
	}
	c.used++
}

// entry is a line with a word at its left, which further lines of the same entry leave empty.
func (c *column) entry(word string, lines ...string) {
	for i, l := range lines {
		if i > 0 {
			word = ""
		}
		c.line(screen.Pad(word, 8)+l, screen.Style{})
	}
}

func (c *column) left() int { return c.area.height - c.used }

// side is what a large screen says below the list: the board's own words, the picked bot, the latest faults.
func (m *model) side(s *screen.Screen, shot film.Shot, a area) {
	v := m.view(shot)
	c := &column{s: s, m: m, area: a}
	teller, tells := m.board.(board.Teller)
	if words := m.boardWords(v); words != "" {
		c.line("   "+words, screen.Style{})
	}
	c.line("", screen.Style{})
	if m.pick != board.None {
		m.about(c, v, shot)
		c.line("", screen.Style{})
	} else if seat, us := slowest(shot.Took); seat >= 0 {
		c.entry("slowest", fmt.Sprintf("%s %s now", board.Mark(m.board, v, seat), m.unit(span(float64(us)))))
		c.line("", screen.Style{})
	}
	if tells {
		if lines := teller.Aside(v); len(lines) > 0 {
			for _, l := range lines {
				c.line(l, screen.Style{})
			}
			c.line("", screen.Style{})
		}
	}
	m.faultLines(c, v)
}

// about is the picked bot: its author, what its board tells, its times.
func (m *model) about(c *column, v board.View, shot film.Shot) {
	seat := v.Seats[m.pick]
	name := board.Mark(m.board, v, m.pick) + " " + screen.Clean(seat.Name)
	if author := screen.Clean(seat.Author); author != "" {
		name += ", " + author
	}
	lines := []string{name}
	if t, ok := m.board.(board.Teller); ok {
		lines = append(lines, t.About(v, m.pick)...)
	}
	c.entry("picked", lines...)
	times := m.times(m.pick, c.area.width-16)
	if times == nil {
		return
	}
	now := times[len(times)-1]
	c.entry("times", spark(times, m.depth.Colour())+" "+m.unit(span(now)))
}

// times are a seat's latest moves, oldest first; nil where none were timed.
func (m *model) times(seat, n int) []float64 {
	var times []float64
	timed := false
	for back := n - 1; back >= 0; back-- {
		shot, ok := m.tape.earlier(back)
		if !ok || seat >= len(shot.Took) || shot.Took[seat] < 0 {
			continue
		}
		timed = true
		times = append(times, max(float64(shot.Took[seat]), 1))
	}
	if !timed {
		return nil
	}
	return times
}

// faultLines fill what is left with the latest faults.
func (m *model) faultLines(c *column, v board.View) {
	last := m.history.last(m.tape.at, c.left())
	if len(last) == 0 {
		c.entry("faults", "none")
		return
	}
	var lines []string
	for _, f := range last {
		words := fmt.Sprintf("round %d  %s  %s", f.round, board.Mark(m.board, v, int(f.fault.Seat)), f.fault.Why)
		if note := screen.Clean(f.fault.Note); note != "" {
			words += ": " + note
		}
		lines = append(lines, words)
	}
	c.entry("faults", lines...)
}

// asideBelow draws the board's own table in the rows that a short list leaves free, the board's status first where there is no
// line for it, and the picked bot where there is room for it too.
func (m *model) asideBelow(s *screen.Screen, shot film.Shot, a area, status bool) {
	t, ok := m.board.(board.Teller)
	if !ok {
		return
	}
	v := m.view(shot)
	var lines []string
	if status {
		lines = append(lines, m.boardWords(v), "")
	}
	lines = append(lines, t.Aside(v)...)
	if m.pick != board.None {
		lines = append(append(lines, ""), t.About(v, m.pick)...)
	}
	from := 2*len(v.Seats) + 1
	for i, l := range lines[:min(len(lines), max(a.height-from, 0))] {
		s.Text(a.x, a.y+from+i, m.cut(l, a.width), screen.Style{})
	}
}
