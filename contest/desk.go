package contest

import (
	"context"
	"slices"
	"sync"
	"time"

	"agon/referee"
	"agon/tournament"
	"agon/worker"
)

// desk hands out the fixtures of a stage as jobs, and waits for more while there may be some.
type desk struct {
	cores int

	mu     sync.Mutex
	more   *sync.Cond
	open   []tournament.Fixture // in plan order
	closed bool
	played int           // games that came back
	spent  time.Duration // of cores, for these games
}

func newDesk(cores int) *desk {
	d := &desk{cores: cores}
	d.more = sync.NewCond(&d.mu)
	return d
}

// offer adds fixtures.
func (d *desk) offer(fixtures []tournament.Fixture) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = append(d.open, fixtures...)
	d.more.Broadcast()
}

// close tells everybody who waits that there will be no more.
func (d *desk) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.more.Broadcast()
}

// A job is about this much work for a core: small enough that no core is idle at the end, large enough that lanes are worth it.
const (
	jobTime  = 8 * time.Second
	leastJob = 500 * time.Millisecond
	firstJob = 4
)

// take hands out the next job: fixtures of the same entries that follow on each other.
func (d *desk) take(context.Context) (worker.Job, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.open) == 0 {
		if d.closed {
			return worker.Job{}, false
		}
		d.more.Wait()
	}
	if d.closed {
		return worker.Job{}, false
	}
	lineup := slices.Sorted(slices.Values(d.open[0].Seats))
	n := 0
	for n < min(d.size(), len(d.open)) && slices.Equal(slices.Sorted(slices.Values(d.open[n].Seats)), lineup) {
		n++
	}
	job := worker.Job{Lineup: lineup}
	for _, f := range d.open[:n] {
		seats := make([]int, len(f.Seats))
		for i, entry := range f.Seats {
			seats[i] = slices.Index(lineup, entry)
		}
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(f.ID), Seed: f.Seed, Seats: seats})
	}
	d.open = d.open[n:]
	return job, true
}

// size is how many games the next job has: as many as its time allows, but never more than half of a fair part of what is left, so that
// jobs grow small as the end comes near and no core waits for another.
func (d *desk) size() int {
	most, least := firstJob, firstJob
	if d.played > 0 {
		each := max(d.spent/time.Duration(d.played), time.Microsecond)
		most, least = max(1, int(jobTime/each)), max(1, int(leastJob/each))
	}
	fair := (len(d.open) + d.cores - 1) / d.cores
	return max(1, min(most, max(fair/2, least), fair))
}

// count notes what a game cost its core.
func (d *desk) count(spent time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.played++
	d.spent += spent
}
