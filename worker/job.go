package worker

import (
	"context"
	"slices"
	"sync/atomic"

	"agon/referee"
	"agon/tournament"
)

// A Job is some fixtures of one line-up. [NewJob] makes one.
type Job struct {
	Lineup   []int             // entries, in the order of the line-up
	Fixtures []referee.Fixture // their seats are indexes into the line-up
	Absent   map[int]string    // entries of the line-up that are not started, and why; may be nil
	Ended    func()            `json:"-"` // called when all of it has been played and reported; may be nil
}

// Once returns a Take for one job.
func Once(job Job) func(context.Context) (Job, bool) {
	var given atomic.Bool
	return func(context.Context) (Job, bool) {
		if given.Swap(true) {
			return Job{}, false
		}
		return job, true
	}
}

// NewJob makes a job of planned fixtures, which have the same entries in any order.
func NewJob(fixtures ...tournament.Fixture) Job {
	job := Job{Lineup: slices.Sorted(slices.Values(fixtures[0].Seats))}
	for _, f := range fixtures {
		seats := make([]int, len(f.Seats))
		for i, entry := range f.Seats {
			seats[i] = slices.Index(job.Lineup, entry)
		}
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(f.ID), Seed: f.Seed, Seats: seats})
	}
	return job
}
