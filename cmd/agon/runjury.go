package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"agon/contest"
	"agon/film"
	"agon/tournament"
	"agon/web"
)

// A jury looks at so many bots, at one more where the games do not part it from the last of them, and at so many games of each.
const (
	juryBots  = 5
	juryGames = 3
)

// jury is the short list of a contest of several stages that is over; nil for any other.
func (r *runReport) jury() *web.Jury {
	last := len(r.result.Stages) - 1
	if last < 1 || !r.result.Finished {
		return nil
	}
	s := &r.result.Stages[last]
	lines := slices.Clone(s.Table.Standings)
	slices.SortStableFunc(lines, func(a, b tournament.Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	n, why := shortList(lines)
	jury := &web.Jury{Stage: last, Why: fmt.Sprintf("The best %d of %s%s.", n, s.Stage.Name, why)}
	if n == len(lines) {
		jury.Why = fmt.Sprintf("All %d of %s.", n, s.Stage.Name)
	}
	for _, line := range lines[:n] {
		jury.Bots = append(jury.Bots, web.JuryBot{Slot: line.Entry, Closest: r.closest(line.Entry)})
	}
	return jury
}

// shortList is how many of a table's lines are on the list, and why one more than usual is.
func shortList(lines []tournament.Standing) (n int, why string) {
	n = min(juryBots, len(lines))
	if len(lines) > juryBots && lines[juryBots].RankLow <= juryBots {
		return n + 1, fmt.Sprintf(": ranks %d and %d are statistically tied", n+1, n)
	}
	return n, ""
}

// closest are the games of a bot in which least lay between it and the best of the others, the later stage first where two are as close.
func (r *runReport) closest(entry int) []web.Margin {
	type close struct {
		web.Margin
		stage int
	}
	var games []close
	for i := range r.links {
		if points, ok := margin(&r.links[i], entry); ok {
			games = append(games, close{web.Margin{Game: r.links[i].Number, Points: points}, r.links[i].Stage})
		}
	}
	slices.SortStableFunc(games, func(a, b close) int { return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(b.stage, a.stage)) })
	var margins []web.Margin
	for _, g := range games[:min(juryGames, len(games))] {
		margins = append(margins, g.Margin)
	}
	return margins
}

// margin is how far a bot was from the best of the others in a game; false where it did not play it.
func margin(g *web.GameLink, entry int) (points float64, ok bool) {
	own, best := math.NaN(), math.Inf(-1)
	for _, s := range g.Seats {
		if s.Slot == entry {
			own = s.Score
			continue
		}
		best = max(best, s.Score)
	}
	if math.IsNaN(own) || math.IsInf(best, 0) {
		return 0, false
	}
	return math.Abs(own - best), true
}

// watch gives pages to the games of the jury and to the first so many, and copies of their replays to those of the jury.
func (r *runReport) watch(jury *web.Jury, pages int) {
	shown := map[int]bool{}
	if jury != nil {
		for _, b := range jury.Bots {
			for _, m := range b.Closest {
				shown[m.Game] = true
			}
		}
	}
	for i := range r.links {
		g := &r.links[i]
		if i < pages || shown[g.Number] {
			g.Film = func() (*film.Film, error) { return r.film(g.Number - 1) }
		}
		if shown[g.Number] {
			g.File = func() ([]byte, error) { return r.contest.Replay(g.Number - 1) }
		}
	}
}

// meetings are what came of each pair of a stage, where everybody of a group meets everybody.
func meetings(s *contest.StageResult) []web.Meeting {
	if !s.Table.AllMeet {
		return nil
	}
	var list []web.Meeting
	for _, e := range s.Ledger.All().Encounters() {
		m := web.Meeting{One: e.One, Other: e.Other, Round: e.Round, Won: e.Won, Drawn: e.Drawn, Lost: e.Lost, Open: e.Open}
		for _, id := range e.Games {
			m.Games = append(m.Games, id+1)
		}
		list = append(list, m)
	}
	return list
}

// meet adds what the tables of groups show of a line.
func meet(row *web.StandingRow, line tournament.Standing) {
	row.Group, row.Wins, row.Draws, row.Losses, row.Points = line.Group, line.Wins, line.Draws, line.Losses, line.Points
	row.OrderLow, row.OrderHigh, row.Through, row.Note = line.OrderLow, line.OrderHigh, line.Through, line.Note
}
