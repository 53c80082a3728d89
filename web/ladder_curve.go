package web

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"agon/report/ticks"
	"agon/tournament"
)

// curveLook is the size of a rating curve, in the units of its viewBox.
type curveLook struct {
	wide, high float64
	left, foot float64 // room for the labels of the axes; 0: no axes
	points     int     // at most
	over       string  // what the axis counts, in the singular
}

var (
	curveRow  = curveLook{wide: 120, high: 22, points: leaderCurves, over: "game"}
	curvePage = curveLook{wide: 720, high: 260, left: 48, foot: 24, points: 3 * leaderCurves, over: "game"}
)

// drawCurve draws ratings over games with their 95 % band. The axis fits the last three quarters of the games: the band of the first few
// games is so wide that it would flatten the rest.
func drawCurve(points []tournament.CurvePoint, look curveLook) template.HTML {
	return drawMarkedCurve(points, look, nil)
}

// drawMarkedCurve is drawCurve with marks.
func drawMarkedCurve(points []tournament.CurvePoint, look curveLook, marks []CurveMark) template.HTML {
	if len(points) == 0 {
		return ""
	}
	points = thinned(points, look.points)
	c := newCurve(points, look)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg class="curve" viewBox="0 0 %g %g" role="img" aria-label="%s">`, look.wide, look.high, c.words())
	if look.left > 0 {
		c.axes(&svg)
	}
	fmt.Fprintf(&svg, `<path class="band" d="%s"/><path class="line" d="%s"/>`, c.band(), c.line())
	if len(points) == 1 {
		fmt.Fprintf(&svg, `<circle class="dot" cx="%.1f" cy="%.1f" r="2.5"/>`, c.x(points[0].Games), c.y(points[0].Rating))
	}
	for _, m := range marks {
		x := c.x(min(m.Round, c.games))
		anchor := "start"
		if x > look.wide-40 {
			anchor = "end"
		}
		fmt.Fprintf(&svg, `<line class="version" x1="%.1f" x2="%.1f" y1="0" y2="%g"/><text class="version" x="%.1f" y="12" dx="%d" text-anchor="%s">%s</text>`,
			x, x, look.high-look.foot, x, map[string]int{"start": 4, "end": -4}[anchor], anchor, template.HTMLEscapeString(m.Text))
	}
	svg.WriteString(`</svg>`)
	return template.HTML(svg.String())
}

// thinned returns at most most points: the first, the last and evenly spaced ones between.
func thinned(points []tournament.CurvePoint, most int) []tournament.CurvePoint {
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
	points    []tournament.CurvePoint
	look      curveLook
	low, high float64 // ratings at the bottom and at the top
	games     int     // at the right edge
}

func newCurve(points []tournament.CurvePoint, look curveLook) *curve {
	c := &curve{points: points, look: look, games: points[len(points)-1].Games, low: math.Inf(1), high: math.Inf(-1)}
	for _, p := range points {
		if 4*p.Games < c.games {
			continue
		}
		c.low = min(c.low, p.Rating-normalReach*p.Error)
		c.high = max(c.high, p.Rating+normalReach*p.Error)
	}
	if c.high-c.low < 1 {
		c.low, c.high = c.low-0.5, c.high+0.5
	}
	return c
}

func (c *curve) x(games int) float64 {
	return c.look.left + float64(games)/float64(max(c.games, 1))*(c.look.wide-c.look.left-2)
}

// y returns the height of a rating, clipped to the picture.
func (c *curve) y(rating float64) float64 {
	part := (rating - c.low) / (c.high - c.low)
	return (1-min(1, max(0, part)))*(c.look.high-c.look.foot-2) + 1
}

func (c *curve) line() string {
	var path strings.Builder
	for i, p := range c.points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(p.Games), c.y(p.Rating))
	}
	return path.String()
}

func (c *curve) band() string {
	var path strings.Builder
	for i, p := range c.points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(p.Games), c.y(p.Rating+normalReach*p.Error))
	}
	for i := len(c.points) - 1; i >= 0; i-- {
		p := c.points[i]
		fmt.Fprintf(&path, "L%.1f %.1f", c.x(p.Games), c.y(p.Rating-normalReach*p.Error))
	}
	return path.String() + "z"
}

// axes draws grid lines with their ratings, and the numbers of games at the bottom.
func (c *curve) axes(svg *strings.Builder) {
	step := ticks.Step((c.high - c.low) / 5)
	for v := math.Ceil(c.low/step) * step; v <= c.high; v += step {
		y := c.y(v)
		fmt.Fprintf(svg, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`,
			c.look.left, c.look.wide, y, y, c.look.left-6, y+4, ticks.Text(v))
	}
	stride := max(1, int(ticks.Step(float64(c.games)/5)))
	for n := 0; n <= c.games; n += stride {
		anchor := "middle"
		switch x := c.x(n); {
		case n == 0:
			anchor = "start"
		case x > c.look.wide-24:
			anchor = "end"
		}
		word := grouped(n)
		if n == 0 {
			word = c.look.over + "s"
		}
		fmt.Fprintf(svg, `<text x="%.1f" y="%g" text-anchor="%s">%s</text>`, c.x(n), c.look.high-6, anchor, word)
	}
}

// words describes the picture for screen readers.
func (c *curve) words() string {
	last := c.points[len(c.points)-1]
	return fmt.Sprintf("rating %s ± %s after %s", decimals(last.Rating, 0), decimals(normalReach*last.Error, 0), counted(last.Games, c.look.over))
}
