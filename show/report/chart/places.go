package chart

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"agon/game/palette"
	"agon/show/report"
)

// MostPlaces is the maximum number of bots in a picture of places: the first of the last moment.
const MostPlaces = 24

const (
	row     = 26.0 // height of a place, in pixels
	left    = 34.0 // for the places' numbers
	right   = 210.0
	top     = 18.0
	foot    = 30.0
	column  = 60.0 // width of a moment, if the total stays below widest
	widest  = 720.0
	ground  = "#808890" // of grid and text: legible on light and dark backgrounds
	letters = 25        // maximum length of a name
)

// places is the data of a picture of places.
type places struct {
	moments []report.Moment
	names   []string
	shown   map[int]bool // entries
	rows    int
	deep    int // rows, and one more if a line passes below them
	wide    float64
}

// Places writes the places of a stage's bots over its rounds of play: a line for each bot, from moment to moment, which ends at its mark
// and name. It is an SVG for use alone or within a page, legible on light and dark backgrounds. Nothing is written if the stage has fewer
// than two moments, or several groups that are not divisions.
func Places(w io.Writer, s *report.Stage, names []string) error {
	c := newPlaces(s, names)
	if c == nil {
		return nil
	}
	out := bufio.NewWriter(w)
	high := top + float64(c.deep)*row + foot
	fmt.Fprintf(out, `<svg class="bump" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" role="img" aria-label=%q font-family="ui-sans-serif, system-ui, sans-serif" font-size="12">`,
		left+c.wide+right, high, left+c.wide+right, escaped(c.words()))
	c.grid(out)
	last := c.moments[len(c.moments)-1]
	for i := min(len(last.Places), c.rows) - 1; i >= 0; i-- { // the first is drawn on top
		c.line(out, last.Places[i], i+1)
	}
	fmt.Fprint(out, "</svg>\n")
	return out.Flush()
}

// HasPlaces reports whether a stage has a picture of places.
func HasPlaces(s *report.Stage) bool { return newPlaces(s, nil) != nil }

func newPlaces(s *report.Stage, names []string) *places {
	if len(s.Moments) < 2 || len(s.Groups()) > 1 && !s.Divided() || len(s.Moments[len(s.Moments)-1].Places) == 0 {
		return nil
	}
	c := &places{moments: s.Moments, names: names, shown: map[int]bool{}}
	last := c.moments[len(c.moments)-1]
	c.rows = min(len(last.Places), MostPlaces)
	for _, p := range last.Places[:c.rows] {
		c.shown[p.Entry] = true
	}
	c.deep = c.rows
	for _, m := range c.moments {
		for _, p := range m.Places {
			if c.shown[p.Entry] && p.Rank > c.rows {
				c.deep = c.rows + 1
			}
		}
	}
	c.wide = min(widest, max(220, column*float64(len(c.moments)-1)))
	return c
}

func (c *places) x(moment int) float64 {
	return left + c.wide*float64(moment)/float64(len(c.moments)-1)
}

// y returns the vertical position of a place; places below the last row share one line under it.
func (c *places) y(place int) float64 { return top + (float64(min(place, c.rows+1))-0.5)*row }

// grid draws the places' numbers and the moments' names.
func (c *places) grid(out io.Writer) {
	for place := 1; place <= c.rows; place++ {
		fmt.Fprintf(out, `<text x="%g" y="%g" text-anchor="end" fill="%s">%d</text>`, left-14, c.y(place)+4, ground, place)
	}
	every, said := (len(c.moments)+7)/8, ""
	for i := range c.moments {
		x := c.x(i)
		fmt.Fprintf(out, `<line x1="%.1f" x2="%.1f" y1="%g" y2="%g" stroke="%s" stroke-opacity=".25"/>`, x, x, top-6,
			top+float64(c.deep)*row, ground)
		name := c.label(i)
		if name != said && (i%every == 0 && i+every < len(c.moments) || i == len(c.moments)-1) {
			fmt.Fprintf(out, `<text x="%.1f" y="%g" text-anchor="middle" fill="%s">%s</text>`, x, top+float64(c.deep)*row+foot-10, ground,
				escaped(name))
			said = name
		}
	}
}

// label returns the label of a moment: its day as "14 Nov", or its round of play if all moments are of one day, or their days are unknown.
func (c *places) label(i int) string {
	m := &c.moments[i]
	day, err := time.Parse(time.DateOnly, m.Day)
	if err != nil || c.moments[0].Day == c.moments[len(c.moments)-1].Day {
		return fmt.Sprintf("round %d", m.Round)
	}
	return day.Format("2 Jan")
}

// line draws a bot's line from its first moment to the last, where it has a row of its own even if its place is shared.
func (c *places) line(out io.Writer, at report.MomentPlace, end int) {
	slot := palette.Of(at.Look())
	colour := fmt.Sprintf("#%02x%02x%02x", slot.Colour.R, slot.Colour.G, slot.Colour.B)
	ink := fmt.Sprintf("#%02x%02x%02x", slot.Ink.R, slot.Ink.G, slot.Ink.B)
	var path strings.Builder
	var tips []string
	begun := false
	for i, m := range c.moments {
		place := m.Place(at.Entry)
		if place == 0 {
			begun = false
			continue
		}
		x, y := c.x(i), c.y(place)
		if i == len(c.moments)-1 {
			y = c.y(end)
		}
		if !begun {
			fmt.Fprintf(&path, "M%.1f %.1f", x, y)
			begun = true
		} else {
			before := c.x(i - 1)
			middle := (before + x) / 2
			fmt.Fprintf(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", middle, c.y(c.moments[i-1].Place(at.Entry)), middle, y, x, y)
		}
		tips = append(tips, fmt.Sprint(place))
	}
	x, y := c.x(len(c.moments)-1), c.y(end)
	fmt.Fprintf(out, `<g><title>%s: %s</title><path d="%s" fill="none" stroke="%s" stroke-width="3" stroke-linecap="round"/>`,
		escaped(c.name(at)), strings.Join(tips, ", "), &path, colour)
	fmt.Fprintf(out, `<circle cx="%.1f" cy="%.1f" r="9" fill="%s"/><text x="%.1f" y="%.1f" text-anchor="middle" font-weight="700" font-size="10" fill="%s">%s</text>`,
		x, y, colour, x, y+3.6, ink, palette.Mark(at.Look()))
	fmt.Fprintf(out, `<text class="name" x="%.1f" y="%.1f" fill="%s">%s</text></g>`, x+16, y+4, ground,
		escaped(shortened(c.name(at), letters)))
}

func (c *places) name(at report.MomentPlace) string {
	if at.Entry < len(c.names) {
		return c.names[at.Entry]
	}
	return at.Bot
}

// words describes the picture for screen readers.
func (c *places) words() string {
	first, last := c.moments[0], c.moments[len(c.moments)-1]
	leader := last.Places[0]
	return fmt.Sprintf("Places over %d moments, from %s to %s; %s leads", len(c.moments), first.Name(), last.Name(), c.name(leader))
}

func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}
