package simulation

import (
	"slices"

	"agon/contest/cutting"
	"agon/tournament"
)

// A backlog holds the open games of a stage.
type backlog struct {
	returned []tournament.Fixture // of lost jobs, which are handed out before the others
	open     []tournament.Fixture // in the order of the plan
	cost     cutting.Cost
}

func (b *backlog) offer(fixtures []tournament.Fixture) { b.open = append(b.open, fixtures...) }

// again offers the games of a lost job before all others.
func (b *backlog) again(job []tournament.Fixture) { b.returned = slices.Concat(job, b.returned) }

func (b *backlog) len() int { return len(b.returned) + len(b.open) }

// at returns the nth open game, from 0.
func (b *backlog) at(n int) *tournament.Fixture {
	if n < len(b.returned) {
		return &b.returned[n]
	}
	return &b.open[n-len(b.returned)]
}

// take removes the games of the next job for one of these cores. There must be an open game.
func (b *backlog) take(cores int) []tournament.Fixture {
	first := b.at(0).Seats
	n := b.cost.Job(b.len(), cores, func(n int) bool { return sameEntries(first, b.at(n).Seats) })
	job := make([]tournament.Fixture, n)
	for i := range job {
		job[i] = *b.at(i)
	}
	returned := min(n, len(b.returned))
	b.returned, b.open = b.returned[returned:], b.open[n-returned:]
	return job
}

// sameEntries reports whether two games have the same entries, in any seats.
func sameEntries(a, b []int) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(entry int) bool { return !slices.Contains(b, entry) })
}
