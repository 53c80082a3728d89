package contest

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"agon/contest/cutting"
	"agon/tournament"
	"agon/worker"
)

// A backlog holds the fixtures of a stage that have no result. It hands them out as jobs; callers wait while it is empty and not closed.
// Its methods are safe for concurrent use.
type backlog struct {
	cores  int
	absent func(tournament.Fixture) map[int]string // maps entries of a fixture that are not started to the reason; nil if all are. take calls it; set it before

	mu     sync.Mutex           // guards all below
	more   *sync.Cond           // on mu: signals that fixtures were added or the backlog was closed
	open   []tournament.Fixture // in plan order, except that fixtures offered again come first
	out    map[int]attempt      // by fixture: handed out, without a result so far
	lost   error                // set when a fixture came back without a result too often
	closed bool
	cost   cutting.Cost // of the games with a result
}

// An attempt is a fixture that was handed out; nth counts the times, from 1.
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

// drop removes cancelled fixtures. Results of those already handed out still arrive; their receiver drops them.
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

// close wakes all waiting callers; no more fixtures will be added.
func (b *backlog) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.more.Broadcast()
}

// takeJob returns the next job: consecutive fixtures of the same entries. It blocks until there is one, and returns false when the backlog
// is closed.
func (b *backlog) takeJob() (worker.Job, bool) {
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
	n := b.cost.Job(len(b.open), b.cores, func(n int) bool {
		return slices.Equal(slices.Sorted(slices.Values(b.open[n].Seats)), entries) && maps.Equal(b.absent(b.open[n]), absent)
	})
	for _, f := range b.open[:n] {
		b.out[f.ID] = attempt{f, b.out[f.ID].nth + 1}
	}
	job := worker.NewJob(b.open[:n]...)
	job.Absent = absent
	b.open = b.open[n:]
	return job, true
}

// came records that a game has been played, and its core time.
func (b *backlog) came(fixture int, spent time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.out, fixture)
	b.cost.Add(spent)
}

// ended records that a job is over. Its fixtures without a result are offered again; a fixture that was handed out mostTimes fails the
// stage.
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

// again is offerFirst for callers that hold the lock.
func (b *backlog) again(fixtures []tournament.Fixture) {
	b.open = append(slices.Clone(fixtures), b.open...)
	b.more.Broadcast()
}

// recall offers the fixtures again that were handed out and have no result, and returns them in plan order.
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

// failure returns why the stage cannot be finished, nil if it can.
func (b *backlog) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}
