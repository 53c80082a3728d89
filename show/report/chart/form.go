package chart

import (
	"fmt"
	"html/template"
	"strings"

	"agon/show/report"
)

// The measures of the marks of the last games, in units of their viewBox.
const (
	markWide  = 8
	markGap   = 2
	markReach = 6 // of a bar, from the middle
	formHigh  = 16
)

// Form draws the newest games of a bot as small bars, the last at the right: a full bar above the line is a game won, an empty one below
// it a game lost, a short one a place between, and a square on the line a draw. Nothing is drawn without games.
func Form(games report.Form) template.HTML {
	games = games[max(0, len(games)-report.FormGames):]
	if len(games) == 0 {
		return ""
	}
	const wide = report.FormGames*(markWide+markGap) + markGap
	paths := map[string]*strings.Builder{"won": {}, "even": {}, "lost": {}}
	for i, p := range games {
		x := wide - (len(games)-i)*(markWide+markGap)
		class, top, high := mark(p.Place, p.Seats, p.Shared)
		fmt.Fprintf(paths[class], "M%d %.1fh%dv%.1fh-%dz", x, top, markWide, high, markWide)
	}
	words := escaped(games.String())
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg class="form" viewBox="0 0 %d %d" role="img" aria-label="%s"><title>%s</title><path class="base" d="M0 %dh%d"/>`,
		wide, formHigh, words, words, formHigh/2, wide)
	for _, class := range []string{"won", "even", "lost"} {
		if d := paths[class].String(); d != "" {
			fmt.Fprintf(&svg, `<path class="%s" d="%s"/>`, class, d)
		}
	}
	svg.WriteString("</svg>")
	return template.HTML(svg.String())
}

// mark returns the bar of a game: its class, its upper end and its height.
func mark(place, seats int, shared bool) (class string, top, high float64) {
	const middle, least = formHigh / 2, 1.5
	if place == 1 && !shared {
		return "won", middle - markReach - 1, markReach + 1
	}
	part := 0.0 // 1 for the first place, -1 for the last
	if seats > 1 && (seats > 2 || !shared) {
		part = 1 - 2*float64(min(max(place, 1), seats)-1)/float64(seats-1)
	}
	switch {
	case part > 0:
		return "even", middle - markReach*part, markReach * part
	case part < 0:
		return "lost", middle, max(least, -markReach*part)
	}
	return "even", middle - least, 2 * least
}
