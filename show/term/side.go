package term

import (
	"fmt"
	"slices"
	"strings"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"

	"github.com/charmbracelet/x/ansi"
)

// A column fills an area with lines from the top. What it says of the game is the model's.
type column struct {
	*model
	s    *screen.Screen
	area area
	used int
}

func (c *column) line(text string, style screen.Style) {
	if c.used < c.area.height {
		c.s.Text(c.area.x, c.area.y+c.used, c.cut(text, c.area.width), style)
	}
	c.used++
}

// entry adds lines with a word at the left of the first.
func (c *column) entry(word string, lines ...string) {
	for i, l := range lines {
		if i > 0 {
			word = ""
		}
		c.line(screen.Pad(word, 8)+l, screen.Style{})
	}
}

func (c *column) left() int { return c.area.height - c.used }

// side draws the area below the list on a large screen: the board's status, the picked bot, the latest faults.
func (m *model) side(s *screen.Screen, shot film.Shot, a area) {
	c := &column{model: m, s: s, area: a}
	if words := m.boardWords(); words != "" {
		for line := range strings.SplitSeq(ansi.Wordwrap(words, max(a.width-3, 1), ""), "\n") {
			c.line("   "+line, screen.Style{})
		}
	}
	c.line("", screen.Style{})
	if m.pick != board.None {
		c.about()
		c.line("", screen.Style{})
	} else if seat, us := slowest(shot.Took); seat >= 0 {
		c.entry("slowest", fmt.Sprintf("%s %s now", m.shown.Mark(seat), m.unit(span(float64(us)))))
		c.line("", screen.Style{})
	}
	if lines := m.shown.Lines(c.area.width); len(lines) > 0 {
		for _, l := range lines {
			c.line(l, screen.Style{})
		}
		c.line("", screen.Style{})
	}
	c.scores()
	c.faults()
}

// scoreRoom is the least number of lines that the score curves leave to the faults.
const scoreRoom = 4

// scores adds the scores since the deal, one line per seat by place, all at one scale, if there is room for them.
func (c *column) scores() {
	shot, ok := c.playback.shot()
	order := shot.ByPlace()
	if columns := c.area.width - 12; ok && c.film.Shot(0).Ranked() &&
		c.playback.at > 0 && columns >= 20 && c.left() >= len(order)+scoreRoom {
		columns = min(columns, c.playback.at+1, 100)
		lines := c.curves(order, columns)
		c.entry("scores", lines...)
		c.line("", screen.Style{})
	}
}

// curves returns the scores of seats, sampled at a number of times from the deal to the shot that is shown.
func (c *column) curves(seats []int, columns int) (lines []string) {
	least, most := 0.0, 0.0
	scores := make([][]float64, columns)
	for i := range scores {
		scores[i] = c.film.Shot(i * c.playback.at / max(columns-1, 1)).Scores
		least, most = min(least, slices.Min(scores[i])), max(most, slices.Max(scores[i]))
	}
	steps := sparks(c.depth.Colour())
	for _, seat := range seats {
		line := make([]rune, columns)
		for i := range line {
			part := 0.0
			if most > least {
				part = (scores[i][seat] - least) / (most - least)
			}
			line[i] = steps[min(int(part*float64(len(steps))), len(steps)-1)]
		}
		lines = append(lines, screen.Pad(c.shown.Mark(seat), 3)+string(line))
	}
	return lines
}

// about describes the picked bot: its author, its row of the board, its times.
func (c *column) about() {
	seat := c.shown.Seats[c.pick]
	name := c.shown.Mark(c.pick) + " " + screen.Clean(seat.Name)
	if author := screen.Clean(seat.Author); author != "" {
		name += ", " + author
	}
	c.entry("picked", append([]string{name}, c.words(c.pick)...)...)
	times := c.playback.times(c.pick, c.area.width-16)
	if times == nil {
		return
	}
	now := times[len(times)-1]
	c.entry("times", spark(times, c.depth.Colour())+" "+c.unit(span(now)))
}

// words returns the picture's texts about a seat.
func (m *model) words(seat int) []string {
	lines := slices.Clone(m.shown.Picture.Seats[seat].About)
	for i := range lines {
		lines[i] = m.arrows(lines[i])
	}
	return lines
}

// faults fills the remaining lines with the latest faults.
func (c *column) faults() {
	last := c.history.last(c.playback.at, c.left())
	if len(last) == 0 {
		c.entry("faults", "none")
		return
	}
	var lines []string
	for _, f := range last {
		words := fmt.Sprintf("%s %d  %s  %s", c.film.Info.Step(), f.round, c.shown.Mark(int(f.fault.Seat)), f.fault.Why)
		if note := screen.Clean(f.fault.Note); note != "" {
			words += ": " + note
		}
		lines = append(lines, words)
	}
	c.entry("faults", lines...)
}

// asideBelow draws the board's own table in the rows that a short list leaves free, after the board's status if status is set, and followed
// by the picked bot, as far as there is room.
func (m *model) asideBelow(s *screen.Screen, shot film.Shot, a area, status bool) {
	var lines []string
	if status {
		lines = append(lines, m.boardWords(), "")
	}
	lines = append(lines, m.shown.Lines(a.width)...)
	if m.pick != board.None {
		lines = append(append(lines, ""), m.words(m.pick)...)
	}
	from := 2*len(m.shown.Seats) + 1
	for i, l := range lines[:min(len(lines), max(a.height-from, 0))] {
		s.Text(a.x, a.y+from+i, m.cut(l, a.width), screen.Style{})
	}
}
