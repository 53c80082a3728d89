package simulation

import (
	"slices"

	"agon/contest/cutting"
	"agon/format/tournament"
)

// A backlog holds the open games of a stage.
type backlog struct {
	returned []tournament.Fixture // of lost jobs, which are handed out before the others
	open     []tournament.Fixture // in the order of the plan
	out      int                  // games of jobs, without a result so far
}

func (b *backlog) offer(fixtures []tournament.Fixture) { b.open = append(b.open, fixtures...) }

// again offers the games of a lost job before all others.
func (b *backlog) again(job []tournament.Fixture) {
	b.returned = slices.Concat(job, b.returned)
	b.out -= len(job)
}

// drop takes back games that nobody will play. Those of a job are played for nothing.
func (b *backlog) drop(ids []int) {
	if len(ids) == 0 {
		return
	}
	given := func(f tournament.Fixture) bool { return slices.Contains(ids, f.ID) }
	b.returned, b.open = slices.DeleteFunc(b.returned, given), slices.DeleteFunc(b.open, given)
}

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
	n := cutting.First(b.len(), cutting.FirstJob, b.share(cores), func(n int) bool { return sameEntries(first, b.at(n).Seats) })
	job := make([]tournament.Fixture, n)
	for i := range job {
		job[i] = *b.at(i)
	}
	returned := min(n, len(b.returned))
	b.returned, b.open = b.returned[returned:], b.open[n-returned:]
	b.out += n
	return job
}

// another removes one more game of the same entries for a core that has played its job; ok is false if the next one is for another core.
func (b *backlog) another(seats []int, cores int) (f tournament.Fixture, ok bool) {
	if b.len() == 0 || !sameEntries(seats, b.at(0).Seats) || !cutting.Another(0, b.share(cores)) {
		return f, false
	}
	f = *b.at(0)
	if len(b.returned) > 0 {
		b.returned = b.returned[1:]
	} else {
		b.open = b.open[1:]
	}
	b.out++
	return f, true
}

// share returns one core's part of what is left, where games in progress are half played on average.
func (b *backlog) share(cores int) float64 {
	return cutting.Share(float64(b.len())+float64(b.out)/2, cores)
}

// sameEntries reports whether two games have the same entries, in any seats.
func sameEntries(a, b []int) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(entry int) bool { return !slices.Contains(b, entry) })
}
