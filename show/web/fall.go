package web

import (
	"fmt"
	"html/template"
	"math"

	"agon/internal/numerals"
	"agon/show/film"
	"agon/show/report"
	"agon/show/report/chart"
)

// A fall is the part of a game in which a bot lost more of its chance than in any other, of the games whose chances were estimated.
type fall struct {
	chip
	Name, Title   string
	Href          string // of the game at the turn before
	Before, After string // in percent
	From, To      int    // turns
	Turns         string // what the rules call them
	Bot           string // the built-in bot that played on
	Picture       template.HTML

	lost float64
}

// leastFall is the part of a chance from which on a fall is worth telling, and sureFall how many standard errors it has at least.
const (
	leastFall = 0.2
	sureFall  = 3
)

// fallOf returns the largest fall of a game; nil if it has none, or no chances are known.
func fallOf(g *report.Game, f *film.Film) *fall {
	c := f.Info.Chances
	if c == nil {
		return nil
	}
	var most *fall
	for i := 1; i < len(c.Curve); i++ {
		before, after := &c.Curve[i-1], &c.Curve[i]
		for seat := range after.Means {
			lost, sure := before.Means[seat]-after.Means[seat], sureFall*math.Hypot(before.Errors[seat], after.Errors[seat])
			if lost < max(leastFall, sure) || most != nil && lost <= most.lost {
				continue
			}
			most = &fall{chip: chipOf(f.Info.Looks()[seat]), Name: f.Info.Seats[seat].Name, Title: g.Title,
				From: before.Turns, To: after.Turns,
				Href:   fmt.Sprintf("%s#r=%d", gamePath(g.Number), before.Turns),
				Before: numerals.Decimals(100*before.Means[seat], 0), After: numerals.Decimals(100*after.Means[seat], 0), lost: lost}
		}
	}
	if most != nil {
		most.Bot, most.Turns, most.Picture = c.Bot, numerals.Plural(f.TurnWord()), chancesOver(f, c, most.From)
	}
	return most
}

// chancesOver draws the chances of a game over its turns, with a mark at one of them.
func chancesOver(f *film.Film, c *film.Chances, mark int) template.HTML {
	last := c.Curve[len(c.Curve)-1].Turns
	l := chart.Lines{Title: "Chances", Unit: "%", Here: float64(mark)}
	word := f.TurnWord()
	for i := range 5 {
		turn := i * last / 4
		l.Ticks = append(l.Ticks, chart.Tick{Round: float64(turn), Name: fmt.Sprintf("%s %d", word, turn)})
	}
	looks := f.Info.Looks()
	for seat := range f.Info.Seats {
		var part chart.Part
		for _, p := range c.Curve {
			part.Points = append(part.Points, chart.Value{Round: float64(p.Turns), At: 100 * p.Means[seat],
				Reach: 100 * report.Reach * p.Errors[seat]})
		}
		l.Traces = append(l.Traces, chart.Trace{Look: looks[seat], Name: f.Info.Seats[seat].Name, Parts: []chart.Part{part}})
	}
	return l.Draw()
}

// larger returns the larger of two falls, nil if both are.
func larger(a, b *fall) *fall {
	if a == nil || b != nil && b.lost > a.lost {
		return b
	}
	return a
}
