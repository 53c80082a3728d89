package graph

import (
	"fmt"
	"math"
	"strings"

	"agon/palette"
	"agon/report/ticks"
	"agon/term/screen"
)

// sheet is a picture of rectangles and texts, in CSS pixels from the upper left corner, drawn in their order.
type sheet struct {
	wide, high float64
	label      string // for screen readers
	items      []item
}

// item is a rectangle, or a text on a base line.
type item struct {
	x, y, wide, high float64 // of a text: wide is the room that it has, 0 for no limit; high the size of its font
	text             string  // empty for a rectangle
	tone             tone
	slot             int // of tones of a bot
	anchor           anchor
	bold             bool
}

// A tone is a colour by its use.
type tone uint8

const (
	page  tone = iota
	ink        // words and intervals
	muted      // units, marks of the axis
	line       // grid
	slot       // the colour of a bot
	onTop      // of letters on it
)

// An anchor is the part of a text that is at its x.
type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// Sizes of the layout. A phone shows the picture at two thirds, with letters of nine pixels.
const (
	wide      = 560.0
	margin    = 20.0
	plot      = wide - 2*margin
	head      = 76.0 // title, legend and the axis above
	rowHeight = 50.0
	barTop    = 20.0 // of the histogram in a row
	barFoot   = 42.0
	figures   = 170.0 // room of the mean, to the right of the name
	letter    = 7.0   // width of a digit, at most
)

func layOut(c *chart) *sheet {
	s := &sheet{wide: wide, high: head + float64(len(c.rows))*rowHeight + 30}
	s.label = fmt.Sprintf("Histograms of the scores of %d bots", len(c.rows))
	s.box(0, 0, wide, s.high, page, 0)
	s.put(item{x: margin, y: 28, wide: plot, high: 16, text: screen.Cut(screen.Clean(c.title), 80), tone: ink, bold: true})
	s.put(item{x: margin, y: 46, wide: plot, high: 12, text: c.legend(), tone: muted})
	s.axis(c)
	for i := range c.rows {
		s.row(c, &c.rows[i], head+float64(i)*rowHeight)
	}
	if c.left > 0 {
		s.put(item{x: wide - margin, y: s.high - 10, high: 12, text: fmt.Sprintf("and %d more bots", c.left), tone: muted, anchor: end})
	}
	return s
}

// legend explains the rows.
func (c *chart) legend() string {
	games := "games"
	if c.tallest == 1 {
		games = "game"
	}
	of := ""
	if c.unit != "" {
		of = " in " + screen.Clean(c.unit)
	}
	return fmt.Sprintf("Score of a game%s; the tallest bar is %d %s. Line: mean with 95 %% interval.", of, c.tallest, games)
}

// axis draws the grid with its marks above, and below if there are many rows.
func (s *sheet) axis(c *chart) {
	foot := head + float64(len(c.rows))*rowHeight
	for _, v := range c.marks() {
		x, text := c.x(v), ticks.Text(v)
		s.box(x-0.5, head-4, 1, foot-head+4, line, 0)
		half, from := float64(len([]rune(text)))*letter/2, start
		switch {
		case x-half < margin:
			x = margin
		case x+half > wide-margin:
			x, from = wide-margin, end
		default:
			from = middle
		}
		s.put(item{x: x, y: head - 9, high: 12, text: text, tone: muted, anchor: from})
		if len(c.rows) > 8 {
			s.put(item{x: x, y: foot + 15, high: 12, text: text, tone: muted, anchor: from})
		}
	}
}

// marks returns the round values of the axis, as many as fit with room between their labels.
func (c *chart) marks() []float64 {
	for most := 10; ; most-- {
		values := ticks.Values(c.low, c.high, most)
		widest := 0
		for _, v := range values {
			widest = max(widest, len([]rune(ticks.Text(v))))
		}
		if most == 1 || len(values) < 2 || c.x(values[1])-c.x(values[0]) >= float64(widest)*letter+24 {
			return values
		}
	}
}

// x returns the position of a score.
func (c *chart) x(score float64) float64 {
	return margin + plot*math.Max(0, math.Min(1, (score-c.low)/(c.high-c.low)))
}

func (s *sheet) row(c *chart, r *row, y float64) {
	mark := palette.Mark(r.entry)
	chip := math.Max(16, 6+8*float64(len(mark)))
	s.box(margin, y, chip, 16, slot, r.entry)
	s.put(item{x: margin + chip/2, y: y + 12, high: 11, text: mark, tone: onTop, slot: r.entry, anchor: middle, bold: true})
	s.put(item{x: margin + chip + 8, y: y + 12.5, wide: plot - chip - 8 - figures, high: 13, text: screen.Clean(r.name), tone: ink, bold: true})
	s.put(item{x: wide - margin, y: y + 12.5, high: 12, text: c.figure(r), tone: muted, anchor: end})
	s.box(margin, y+barFoot, plot, 1, line, 0)
	for i, n := range r.bins {
		if n > 0 {
			from, to := c.x(c.low+float64(i)*c.bin), c.x(c.low+float64(i+1)*c.bin)
			tall := math.Max(1, float64(n)/float64(c.tallest)*(barFoot-barTop))
			s.box(from+0.5, y+barFoot-tall, to-from-1, tall, slot, r.entry)
		}
	}
	from, to := c.x(r.low), c.x(r.high)
	if to-from < 3 {
		from = (from+to)/2 - 1.5
		to = from + 3
	}
	s.box(from, y+barFoot+2, to-from, 3, ink, 0)
	s.box(c.x(r.mean)-1, y+barFoot-1, 2, 8, ink, 0)
}

// figure returns a row's mean with its interval.
func (c *chart) figure(r *row) string {
	mean := strings.Replace(fmt.Sprintf("%.*f", c.decimals(), r.mean), "-", "−", 1)
	games := fmt.Sprintf("%d games", r.games)
	if r.games < 2 {
		return mean + ", 1 game"
	}
	return fmt.Sprintf("%s ± %.*f, %s", mean, c.decimals(), (r.high-r.low)/2, games)
}

func (s *sheet) put(i item) { s.items = append(s.items, i) }

func (s *sheet) box(x, y, wide, high float64, t tone, entry int) {
	s.put(item{x: x, y: y, wide: wide, high: high, tone: t, slot: entry})
}
