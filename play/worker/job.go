package worker

import (
	"context"
	"slices"
	"sync/atomic"

	"agon/format/tournament"
	"agon/play/referee"
)

// A Job is some fixtures of one line-up. [NewJob] makes one.
type Job struct {
	Lineup   []int             // entries, in the order of the line-up
	Fixtures []referee.Fixture // their seats are indexes into the line-up
	Absent   map[int]string    // entries of the line-up that are not started, and why; may be nil

	// More returns one more fixture of the same entries, for a lane that is free; false if there is none now. It may be nil.
	More func() (tournament.Fixture, bool)
	// Ended is called when all of the job has been played and reported; it may be nil.
	Ended func()
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
		job.Fixtures = append(job.Fixtures, job.fixture(f))
	}
	return job
}

// fixture returns a fixture as the referee plays it.
func (j *Job) fixture(f tournament.Fixture) referee.Fixture {
	seats := make([]int, len(f.Seats))
	for i, entry := range f.Seats {
		seats[i] = slices.Index(j.Lineup, entry)
	}
	return referee.Fixture{ID: int64(f.ID), Seed: f.Seed, Seats: seats}
}
