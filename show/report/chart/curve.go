package chart

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// A Size is the size of a rating curve, in the units of its viewBox.
type Size struct {
	wide, high float64
	left, foot float64 // room for the labels of the axes; 0: no axes
	points     int     // at most
}

// The sizes of curves: InRow in a line of a table, without axes, and OnPage.
var (
	InRow  = Size{wide: 120, high: 22, points: 100}
	OnPage = Size{wide: 720, high: 260, left: 48, foot: 24, points: 300}
)

// A Version is the rating of a version of a bot over its games, or of a bot in a season, drawn after those before it.
type Version struct {
	Points []tournament.CurvePoint
	Name   string // any text
	Old    bool   // it is not the version that the page is about
	from   int    // games of the versions before
}

// mostName is the number of letters of a version's name that are drawn.
const mostName = 24

// Curve draws the ratings of a bot's versions over their games, with their 95 % bands; those without points are left out. The axis fits the
// last three quarters of the games of each: the band of the first few games is so wide that it would flatten the rest.
func Curve(parts []Version, look Size) template.HTML {
	parts = slices.DeleteFunc(slices.Clone(parts), func(v Version) bool { return len(v.Points) == 0 })
	if len(parts) == 0 {
		return ""
	}
	games := 0
	for i := range parts {
		parts[i].Points = sampled(parts[i].Points, max(2, look.points/len(parts)))
		parts[i].from = games
		games += parts[i].Points[len(parts[i].Points)-1].Games
	}
	c := newCurve(parts, look, games)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg class="curve" viewBox="0 0 %g %g" role="img" aria-label="%s">`, look.wide, look.high,
		template.HTMLEscapeString(c.words()))
	if look.left > 0 {
		c.axes(&svg)
	}
	for i := range parts {
		c.part(&svg, i)
	}
	svg.WriteString(`</svg>`)
	return template.HTML(svg.String())
}

// sampled returns at most most points: the first, the last and evenly spaced ones between.
func sampled(points []tournament.CurvePoint, most int) []tournament.CurvePoint {
	if len(points) <= most {
		return points
	}
	kept := make([]tournament.CurvePoint, most)
	for i := range kept {
		kept[i] = points[i*(len(points)-1)/(most-1)]
	}
	return kept
}

// curve maps points to a picture.
type curve struct {
	parts     []Version
	look      Size
	low, high float64 // ratings at the bottom and at the top
	games     int     // at the right edge
}

func newCurve(parts []Version, look Size, games int) *curve {
	c := &curve{parts: parts, look: look, games: games, low: math.Inf(1), high: math.Inf(-1)}
	for _, part := range parts {
		last := part.Points[len(part.Points)-1].Games
		for _, p := range part.Points {
			if 4*p.Games < last {
				continue
			}
			c.low = min(c.low, p.Rating-report.Reach*p.Error)
			c.high = max(c.high, p.Rating+report.Reach*p.Error)
		}
	}
	if c.high-c.low < 1 {
		c.low, c.high = c.low-0.5, c.high+0.5
	}
	return c
}

// part draws the curve of a version, with a mark where it began if there are several.
func (c *curve) part(svg *strings.Builder, i int) {
	p := &c.parts[i]
	class := ""
	if p.Old {
		class = " old"
	}
	if len(c.parts) > 1 && c.look.left > 0 {
		x, anchor, shift := c.x(p.from), "start", 4.0
		if x > c.look.wide-64 {
			anchor, shift = "end", -4
		}
		fmt.Fprintf(svg, `<path class="version" d="M%.1f 0V%g"/><text x="%.1f" y="%d" text-anchor="%s">%s</text>`, x,
			c.look.high-c.look.foot, x+shift, 12+12*(i%3), anchor, template.HTMLEscapeString(shortened(p.Name, mostName)))
	}
	fmt.Fprintf(svg, `<path class="band%s" d="%s"/><path class="line%s" d="%s"/>`, class, c.band(p), class, c.line(p))
	if len(p.Points) == 1 {
		fmt.Fprintf(svg, `<circle class="dot" cx="%.1f" cy="%.1f" r="2.5"/>`, c.x(p.from+p.Points[0].Games), c.y(p.Points[0].Rating))
	}
}

func (c *curve) x(games int) float64 {
	return c.look.left + float64(games)/float64(max(c.games, 1))*(c.look.wide-c.look.left-2)
}

// y returns the height of a rating, clipped to the picture.
func (c *curve) y(rating float64) float64 {
	part := (rating - c.low) / (c.high - c.low)
	return (1-min(1, max(0, part)))*(c.look.high-c.look.foot-2) + 1
}

func (c *curve) line(part *Version) string {
	var path strings.Builder
	for i, p := range part.Points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(part.from+p.Games), c.y(p.Rating))
	}
	return path.String()
}

func (c *curve) band(part *Version) string {
	var path strings.Builder
	for i, p := range part.Points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(part.from+p.Games), c.y(p.Rating+report.Reach*p.Error))
	}
	for _, p := range slices.Backward(part.Points) {
		fmt.Fprintf(&path, "L%.1f %.1f", c.x(part.from+p.Games), c.y(p.Rating-report.Reach*p.Error))
	}
	return path.String() + "z"
}

// axes draws grid lines with their ratings, and the numbers of games at the bottom.
func (c *curve) axes(svg *strings.Builder) {
	step := roundStep((c.high - c.low) / 5)
	for v := math.Ceil(c.low/step) * step; v <= c.high; v += step {
		y := c.y(v)
		fmt.Fprintf(svg, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`,
			c.look.left, c.look.wide, y, y, c.look.left-6, y+4, numerals.Trimmed(v))
	}
	stride := max(1, int(roundStep(float64(c.games)/5)))
	for n := 0; n <= c.games; n += stride {
		anchor := "middle"
		switch x := c.x(n); {
		case n == 0:
			anchor = "start"
		case x > c.look.wide-24:
			anchor = "end"
		}
		word := numerals.Grouped(n)
		if n == 0 {
			word = "games"
		}
		fmt.Fprintf(svg, `<text x="%.1f" y="%g" text-anchor="%s">%s</text>`, c.x(n), c.look.high-6, anchor, word)
	}
}

// words describes the picture for screen readers.
func (c *curve) words() string {
	var list []string
	for _, part := range c.parts {
		last := part.Points[len(part.Points)-1]
		text := fmt.Sprintf("rating %s ± %s after %s", numerals.Decimals(last.Rating, 0), numerals.Decimals(report.Reach*last.Error, 0),
			numerals.Counted(last.Games, "game"))
		if len(c.parts) > 1 {
			text = part.Name + ": " + text
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}
