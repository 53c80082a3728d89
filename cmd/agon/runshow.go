package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"agon/contest"
	"agon/contest/run"
	"agon/show/report"
	"agon/show/term/progress"
)

func sortCounts(counts []progress.Count) {
	slices.SortFunc(counts, func(a, b progress.Count) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Why, b.Why))
	})
}

// lastGame returns the game that finished last, with its best three.
func lastGame(c *contest.Contest, p run.Progress) progress.Last {
	last := progress.Last{Game: p.Last.Fixture + 1}
	for seat, s := range p.Last.Seats {
		last.Best = append(last.Best, progress.Scored{Name: c.Entries[p.LastSeats[seat]].Name, Score: s.Score})
	}
	slices.SortStableFunc(last.Best, func(a, b progress.Scored) int { return cmp.Compare(b.Score, a.Score) })
	last.Best = last.Best[:min(len(last.Best), 3)]
	return last
}

// stopped says after which games a run was interrupted, and what it gives up.
func stopped(r *contest.Result) string {
	text := fmt.Sprintf("stopped after %s", report.Counted(r.Games, "game"))
	n, of := r.GivenUp.Games, r.GivenUp.Workers
	if n+of == 0 {
		return text + "; run the same command again to resume"
	}
	are, them := "are", "them from their start"
	if n == 1 || n == 0 && of == 1 {
		are = "is"
	}
	if n+of == 1 {
		them = "it from its start"
	}
	given := fmt.Sprintf("%s that workers had %s given up", report.Counted(of, "game"), are)
	if n > 0 {
		given = fmt.Sprintf("%s in progress %s given up (%s of bots' time)", report.Counted(n, "game"), are, brief(r.GivenUp.Spent))
		if of > 0 {
			given += fmt.Sprintf(", and %d that workers had", of)
		}
	}
	return fmt.Sprintf("%s; %s; run the same command again to resume: it plays %s", text, given, them)
}

// brief returns a duration with a precision that suits it: 0.4 s, 41 s, 12m30s.
func brief(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
