package main

import (
	"cmp"
	"slices"

	"agon/contest"
	"agon/term/progress"
)

func sortCounts(counts []progress.Count) {
	slices.SortFunc(counts, func(a, b progress.Count) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Why, b.Why))
	})
}

// lastGame returns the game that finished last, with its best three.
func lastGame(c *contest.Contest, p contest.Progress) progress.Last {
	last := progress.Last{Game: p.Last.Fixture + 1}
	for seat, s := range p.Last.Seats {
		last.Best = append(last.Best, progress.Scored{Name: c.Entries[p.LastSeats[seat]].Name, Score: s.Score})
	}
	slices.SortStableFunc(last.Best, func(a, b progress.Scored) int { return cmp.Compare(b.Score, a.Score) })
	last.Best = last.Best[:min(len(last.Best), 3)]
	return last
}
