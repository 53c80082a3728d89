package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"agon/tournament"
)

// curveLook is the size of a rating curve, in the units of its viewBox.
type curveLook struct {
	wide, high float64
	left, foot float64 // room for the labels of the axes; 0: no axes
	points     int     // at most
}

var (
	curveRow  = curveLook{wide: 120, high: 22, points: leaderCurves}
	curvePage = curveLook{wide: 720, high: 260, left: 48, foot: 24, points: 3 * leaderCurves}
)

// drawCurve draws ratings over games with their 95 % band.
func drawCurve(points []tournament.CurvePoint, look curveLook) template.HTML {
	return drawParts([]curvePart{{points: points}}, look)
}

// A curvePart is the curve of one version of a bot, drawn after those of the versions before it.
type curvePart struct {
	points []tournament.CurvePoint
	name   string
	old    bool // it is not the version that the page is about
	from   int  // games of the versions before
}

// drawParts draws the curves of a bot's versions. The axis fits the last three quarters of the games of each: the band of the first few games
// is so wide that it would flatten the rest.
func drawParts(parts []curvePart, look curveLook) template.HTML {
	if len(parts) == 0 || len(parts[0].points) == 0 {
		return ""
	}
	games := 0
	for i := range parts {
		parts[i].points = thinned(parts[i].points, max(2, look.points/len(parts)))
		parts[i].from = games
		games += parts[i].points[len(parts[i].points)-1].Games
	}
	c := newCurve(parts, look, games)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg class="curve" viewBox="0 0 %g %g" role="img" aria-label="%s">`, look.wide, look.high, c.words())
	if look.left > 0 {
		c.axes(&svg)
	}
	for i := range parts {
		c.part(&svg, i)
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
	parts     []curvePart
	look      curveLook
	low, high float64 // ratings at the bottom and at the top
	games     int     // at the right edge
}

func newCurve(parts []curvePart, look curveLook, games int) *curve {
	c := &curve{parts: parts, look: look, games: games, low: math.Inf(1), high: math.Inf(-1)}
	for _, part := range parts {
		last := part.points[len(part.points)-1].Games
		for _, p := range part.points {
			if 4*p.Games < last {
				continue
			}
			c.low = min(c.low, p.Rating-normalReach*p.Error)
			c.high = max(c.high, p.Rating+normalReach*p.Error)
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
	if p.old {
		class = " old"
	}
	if len(c.parts) > 1 && c.look.left > 0 {
		x, anchor, shift := c.x(p.from), "start", 4.0
		if x > c.look.wide-64 {
			anchor, shift = "end", -4
		}
		fmt.Fprintf(svg, `<path class="version" d="M%.1f 0V%g"/><text x="%.1f" y="%d" text-anchor="%s">%s</text>`, x, c.look.high-c.look.foot, x+shift, 12+12*(i%3), anchor, p.name)
	}
	fmt.Fprintf(svg, `<path class="band%s" d="%s"/><path class="line%s" d="%s"/>`, class, c.band(p), class, c.line(p))
	if len(p.points) == 1 {
		fmt.Fprintf(svg, `<circle class="dot" cx="%.1f" cy="%.1f" r="2.5"/>`, c.x(p.from+p.points[0].Games), c.y(p.points[0].Rating))
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

func (c *curve) line(part *curvePart) string {
	var path strings.Builder
	for i, p := range part.points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(part.from+p.Games), c.y(p.Rating))
	}
	return path.String()
}

func (c *curve) band(part *curvePart) string {
	var path strings.Builder
	for i, p := range part.points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(part.from+p.Games), c.y(p.Rating+normalReach*p.Error))
	}
	for _, p := range slices.Backward(part.points) {
		fmt.Fprintf(&path, "L%.1f %.1f", c.x(part.from+p.Games), c.y(p.Rating-normalReach*p.Error))
	}
	return path.String() + "z"
}

// axes draws grid lines with their ratings, and the numbers of games at the bottom.
func (c *curve) axes(svg *strings.Builder) {
	step := roundStep((c.high - c.low) / 5)
	for v := math.Ceil(c.low/step) * step; v <= c.high; v += step {
		y := c.y(v)
		fmt.Fprintf(svg, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`,
			c.look.left, c.look.wide, y, y, c.look.left-6, y+4, trimmed(v))
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
		word := grouped(n)
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
		last := part.points[len(part.points)-1]
		text := fmt.Sprintf("rating %s ± %s after %s", decimals(last.Rating, 0), decimals(normalReach*last.Error, 0), counted(last.Games, "game"))
		if len(c.parts) > 1 {
			text = part.name + ": " + text
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}
