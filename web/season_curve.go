package web

import (
	"fmt"
	"html/template"
	"strings"

	"agon/tournament"
)

// SeasonCurve is the rating of a bot in a season.
type SeasonCurve struct {
	Name   string
	Points []tournament.CurvePoint // over the games of the season
}

// DrawSeasons draws ratings over the games of several seasons, one after the other, with a mark where each begins. Seasons without points are left out; without
// any the picture is empty.
func DrawSeasons(seasons []SeasonCurve) template.HTML {
	var points []tournament.CurvePoint
	var parts [][]tournament.CurvePoint // of points, by season
	var names []string
	games := 0
	most := curvePage.points / max(len(seasons), 1)
	for _, s := range seasons {
		if len(s.Points) == 0 {
			continue
		}
		begun := len(points)
		for _, p := range thinned(s.Points, max(most, 2)) {
			p.Games += games
			points = append(points, p)
		}
		games = points[len(points)-1].Games
		parts, names = append(parts, points[begun:]), append(names, s.Name)
	}
	if len(points) == 0 {
		return ""
	}
	whole := newCurve(points, curvePage)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg class="curve" viewBox="0 0 %g %g" role="img" aria-label="%s">`, curvePage.wide, curvePage.high, template.HTMLEscapeString(whole.words()+", seasons "+strings.Join(names, ", ")))
	whole.axes(&svg)
	at := 0
	for i, part := range parts {
		c := *whole
		c.points = part
		fmt.Fprintf(&svg, `<path class="band" d="%s"/><path class="line" d="%s"/>`, c.band(), c.line())
		x := c.x(at)
		fmt.Fprintf(&svg, `<line class="grid season" x1="%.1f" x2="%.1f" y1="0" y2="%g"/><text x="%.1f" y="12" dx="4">%s</text>`, x, x, curvePage.high-curvePage.foot, x, template.HTMLEscapeString(clipped(names[i], mostSeason)))
		at = part[len(part)-1].Games
	}
	svg.WriteString(`</svg>`)
	return template.HTML(svg.String())
}

// mostSeason is how many letters of a season's name its mark has.
const mostSeason = 24

// clipped returns a text of at most most letters.
func clipped(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}
