package compile

import (
	"context"
	"slices"

	"agon/contest"
	"agon/contest/store"
	"agon/show/report"
)

// Bounds of the games that figures keep of each bot.
const (
	mostKept  = 500
	leastKept = 50
	allKept   = 100_000 // games of all bots, about
)

// Figures returns the figures of a contest from the result of a run or of [contest.Contest.Recount].
func Figures(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Figures, error) {
	unit, length := c.Kind.Scale(c.Settings, len(c.Playing()))
	r := &report.Run{Contest: c.File.Name, Kind: report.Kind{Kind: c.Kind}, Length: length, Played: result.Games}
	entries(r, c)
	days(r, c)
	if err := games(ctx, r, c); err != nil {
		return nil, err
	}
	f := &report.Figures{Kept: max(leastKept, min(mostKept, allKept/max(1, len(c.Entries))))}
	numbers := map[string]int{}
	for i, e := range c.Entries {
		numbers[e.Name]++
		f.Entries = append(f.Entries, report.Version{Bot: e.Name, Number: numbers[e.Name], Label: c.Label(i), Author: e.Author})
	}
	for i := range result.Stages {
		f.Stages = append(f.Stages, stage(r, c, &result.Stages[i], i, unit))
		f.Spreads = append(f.Spreads, report.NewSpread())
	}
	recent := newest(r, f.Kept)
	f.Index = report.NewIndex(r.Games)
	r.Games = nil
	nth := 0
	err := c.Games(ctx, func(g *store.Game) error {
		nth++
		if g.Stage >= len(f.Spreads) || len(g.Result.Seats) < len(g.Seats) {
			return nil // nobody played it
		}
		add(&f.Spreads[g.Stage], g)
		week := report.WeekOf(r.DayOf(g.Stage, g.Round))
		for seat, entry := range g.Seats {
			f.Spreads[g.Stage].Spend(week, g.Round, entry, float64(g.Result.Seats[seat].Cost()))
		}
		if !recent[g.ID+1] && nth <= f.Index.Left {
			return nil
		}
		o := report.Outcome{Number: g.ID + 1, Stage: g.Stage, Rounds: g.Result.Rounds}
		for seat, entry := range g.Seats {
			s := &g.Result.Seats[seat]
			o.Seats = append(o.Seats, report.SeatResult{Entry: entry, Place: s.Place, Score: s.Score, Faults: s.Faults})
		}
		if nth > f.Index.Left {
			f.Index.Add(&o, r.DayOf(g.Stage, g.Round), f.Entries)
		}
		if recent[g.ID+1] {
			f.Recent = append(f.Recent, o)
		}
		return nil
	})
	for i := range f.Spreads {
		f.Spreads[i].Settle()
	}
	return f, err
}

// add counts a game.
func add(s *report.Spread, g *store.Game) {
	places := make([]int, len(g.Seats))
	for seat := range g.Seats {
		places[seat] = g.Result.Seats[seat].Place
	}
	for seat, entry := range g.Seats {
		x := &g.Result.Seats[seat]
		micros := 0.0
		if x.Moves > 0 {
			micros = float64(x.Took) / float64(x.Moves)
		}
		s.Add(seat, entry, x.Place, places, micros)
	}
}

// newest returns the numbers of the newest games of each bot.
func newest(r *report.Run, most int) map[int]bool {
	left := map[int]int{}
	kept := map[int]bool{}
	for i := range slices.Backward(r.Games) {
		for _, s := range r.Games[i].Seats {
			n, seen := left[s.Slot]
			if !seen {
				n = most
			}
			if n > 0 {
				kept[r.Games[i].Number] = true
			}
			left[s.Slot] = n - 1
		}
	}
	return kept
}
