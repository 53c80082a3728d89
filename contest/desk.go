package contest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"agon/referee"
	"agon/tournament"
	"agon/worker"
)

// desk hands out the fixtures of a stage as jobs, and waits for more while there may be some.
type desk struct {
	cores  int
	absent func(tournament.Fixture) map[int]string // entries of a fixture that are not started, and why; nil for none ever

	mu     sync.Mutex
	more   *sync.Cond
	open   []tournament.Fixture // in plan order, but for those that are offered again, which stand before the others
	out    map[int]handed       // by fixture: handed out, and not come back yet
	lost   error                // a fixture that came back without a result too often
	closed bool
	played int           // games that came back
	spent  time.Duration // of cores, for these games
}

// handed is a fixture that was handed out.
type handed struct {
	tournament.Fixture
	times int
}

// mostTimes is how often a fixture is handed out before the run gives up on it.
const mostTimes = 5

func newDesk(cores int) *desk {
	d := &desk{cores: cores, out: map[int]handed{}, absent: func(tournament.Fixture) map[int]string { return nil }}
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
	lineup, absent := slices.Sorted(slices.Values(d.open[0].Seats)), d.absent(d.open[0])
	n := 1
	for n < min(d.size(), len(d.open)) && slices.Equal(slices.Sorted(slices.Values(d.open[n].Seats)), lineup) && maps.Equal(d.absent(d.open[n]), absent) {
		n++
	}
	job := worker.Job{Lineup: lineup, Absent: absent}
	for _, f := range d.open[:n] {
		d.out[f.ID] = handed{f, d.out[f.ID].times + 1}
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

// came notes that a game has been played, and what it cost its core.
func (d *desk) came(fixture int, spent time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.out, fixture)
	d.played++
	d.spent += spent
}

// ended notes that nobody is at work on a job any more. Those of its fixtures that have not come back are offered again: no game that
// was planned is forgotten.
func (d *desk) ended(job worker.Job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var missing []tournament.Fixture
	for _, f := range job.Fixtures {
		if h, ok := d.out[int(f.ID)]; ok {
			missing = append(missing, h.Fixture)
			if h.times >= mostTimes && d.lost == nil {
				d.lost = fmt.Errorf("game %d was played %d times without a result; run again with --jobs 1 and look at the logs of its bots", f.ID+1, h.times)
			}
		}
	}
	d.again(missing)
}

// offerFirst offers fixtures before all others.
func (d *desk) offerFirst(fixtures []tournament.Fixture) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.again(fixtures)
}

// again is offerFirst for who holds the lock.
func (d *desk) again(fixtures []tournament.Fixture) {
	d.open = append(slices.Clone(fixtures), d.open...)
	d.more.Broadcast()
}

// recall offers again what was handed out and has not come back, and tells what that is, in plan order.
func (d *desk) recall() []tournament.Fixture {
	d.mu.Lock()
	defer d.mu.Unlock()
	var missing []tournament.Fixture
	for _, h := range d.out {
		if !slices.ContainsFunc(d.open, func(f tournament.Fixture) bool { return f.ID == h.ID }) {
			missing = append(missing, h.Fixture)
		}
	}
	slices.SortFunc(missing, func(a, b tournament.Fixture) int { return a.ID - b.ID })
	d.again(missing)
	return missing
}

// failure is why the stage cannot be played to its end; nil while it can.
func (d *desk) failure() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lost
}
