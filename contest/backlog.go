package contest

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"agon/tournament"
	"agon/worker"
)

// A backlog is the fixtures of a stage that have no result. It hands them out as jobs, and waits for more while there may be some. Its
// methods are safe for concurrent use.
type backlog struct {
	cores  int
	absent func(tournament.Fixture) map[int]string // entries of a fixture that are not started, and why; nil for none. It is called by take, and set before

	mu     sync.Mutex           // guards all below
	more   *sync.Cond           // on mu: fixtures were added, or the backlog is closed
	open   []tournament.Fixture // in plan order, but for those that are offered again, which stand before the others
	out    map[int]attempt      // by fixture: handed out, and not come back yet
	lost   error                // a fixture that came back without a result too often
	closed bool
	played int           // games that came back
	spent  time.Duration // of cores, for these games
}

// An attempt is a fixture that was handed out, for the first time or again.
type attempt struct {
	tournament.Fixture
	nth int
}

// mostTimes is how often a fixture is handed out before the run gives up on it.
const mostTimes = 5

func newBacklog(cores int) *backlog {
	b := &backlog{cores: cores, out: map[int]attempt{}, absent: func(tournament.Fixture) map[int]string { return nil }}
	b.more = sync.NewCond(&b.mu)
	return b
}

// offer adds fixtures.
func (b *backlog) offer(fixtures []tournament.Fixture) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = append(b.open, fixtures...)
	b.more.Broadcast()
}

// drop takes out fixtures that nobody is to play any more. Those that were handed out come back, and are then dropped elsewhere.
func (b *backlog) drop(ids []int) {
	if len(ids) == 0 {
		return
	}
	gone := make(map[int]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = slices.DeleteFunc(b.open, func(f tournament.Fixture) bool { return gone[f.ID] })
	for id := range gone {
		delete(b.out, id)
	}
}

// close wakes all waiting callers: there will be no more.
func (b *backlog) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.more.Broadcast()
}

// A job is about this much work for a core: small enough that no core is idle at the end, large enough that lanes are worth it.
const (
	jobTime  = 8 * time.Second
	leastJob = 500 * time.Millisecond
	firstJob = 4
)

// take hands out the next job: fixtures of the same entries that follow on each other.
func (b *backlog) take() (worker.Job, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.open) == 0 {
		if b.closed {
			return worker.Job{}, false
		}
		b.more.Wait()
	}
	if b.closed {
		return worker.Job{}, false
	}
	entries, absent := slices.Sorted(slices.Values(b.open[0].Seats)), b.absent(b.open[0])
	n := 1
	for n < min(b.size(), len(b.open)) && slices.Equal(slices.Sorted(slices.Values(b.open[n].Seats)), entries) && maps.Equal(b.absent(b.open[n]), absent) {
		n++
	}
	for _, f := range b.open[:n] {
		b.out[f.ID] = attempt{f, b.out[f.ID].nth + 1}
	}
	job := worker.NewJob(b.open[:n]...)
	job.Absent = absent
	b.open = b.open[n:]
	return job, true
}

// size is how many games the next job has: as many as its time allows, but never more than half of a fair part of what is left, so that
// jobs grow small as the end comes near and no core waits for another.
func (b *backlog) size() int {
	most, least := firstJob, firstJob
	if b.played > 0 {
		each := max(b.spent/time.Duration(b.played), time.Microsecond)
		most, least = max(1, int(jobTime/each)), max(1, int(leastJob/each))
	}
	fair := (len(b.open) + b.cores - 1) / b.cores
	return max(1, min(most, max(fair/2, least), fair))
}

// came notes that a game has been played, and what it cost its core.
func (b *backlog) came(fixture int, spent time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.out, fixture)
	b.played++
	b.spent += spent
}

// ended notes that nobody is at work on a job any more. Those of its fixtures that have not come back are offered again: no game that
// was planned is forgotten.
func (b *backlog) ended(job worker.Job) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var missing []tournament.Fixture
	for _, f := range job.Fixtures {
		if a, ok := b.out[int(f.ID)]; ok {
			missing = append(missing, a.Fixture)
			if a.nth >= mostTimes && b.lost == nil {
				b.lost = fmt.Errorf("game %d was played %d times without a result; run again with --jobs 1 and look at the logs of its bots", f.ID+1, a.nth)
			}
		}
	}
	b.again(missing)
}

// offerFirst offers fixtures before all others.
func (b *backlog) offerFirst(fixtures []tournament.Fixture) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.again(fixtures)
}

// again is offerFirst with the lock held.
func (b *backlog) again(fixtures []tournament.Fixture) {
	b.open = append(slices.Clone(fixtures), b.open...)
	b.more.Broadcast()
}

// recall offers again what was handed out and has not come back, and returns that in plan order.
func (b *backlog) recall() []tournament.Fixture {
	b.mu.Lock()
	defer b.mu.Unlock()
	var missing []tournament.Fixture
	for _, a := range b.out {
		if !slices.ContainsFunc(b.open, func(f tournament.Fixture) bool { return f.ID == a.ID }) {
			missing = append(missing, a.Fixture)
		}
	}
	slices.SortFunc(missing, func(x, y tournament.Fixture) int { return x.ID - y.ID })
	b.again(missing)
	return missing
}

// failure is why the stage cannot be played to its end; nil while it can.
func (b *backlog) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}
