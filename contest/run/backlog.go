package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"agon/contest/cutting"
	"agon/contest/limit"
	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
)

// A backlog holds the fixtures of a stage that have no result. It hands them out as jobs; callers wait while it is empty and not closed.
// Half of the cores play games of slow bots from the beginning of a round of play, the longest first, so that the games of the others go on
// and no slow game is left at the end. Its methods are safe for concurrent use.
type backlog struct {
	cores  int
	capped bool                                    // the time of bots in a round of play is bounded
	absent func(tournament.Fixture) map[int]string // maps entries of a fixture that are not started to the reason; nil if all are

	mu     sync.Mutex           // guards all below
	others int                  // cores of other machines
	busy   int                  // of these, with games
	idle   int                  // cores of this machine that wait for a job
	remote map[int]bool         // jobs that other machines have
	more   *sync.Cond           // on mu: signals that fixtures were added or the backlog was closed
	open   []tournament.Fixture // those of slow bots first; in plan order, except that fixtures offered again come first
	slow   int                  // how many of these are of slow bots
	costs  cutting.Costs        // of the stage's games so far
	out    map[int]attempt      // by fixture: handed out, without a result so far
	jobs   int                  // handed out so far
	lost   error                // set when a fixture came back without a result too often
	closed bool
	ends   func()        // called when the backlog is closed; nil: nothing
	lasts  time.Duration // what a game that is not slow takes from when it is handed out, of late; 0: unknown
}

// An attempt is a fixture that was handed out.
type attempt struct {
	tournament.Fixture
	nth    int // time that it is handed out, from 1
	job    int
	since  time.Time
	remote bool // to another machine
	slow   bool // a game of slow bots
}

// A handed job is one of a backlog, with its number there.
type handed struct {
	Number   int
	fixtures []tournament.Fixture // with which it begins
	worker.Job
}

// mostTimes is how often a fixture is handed out before the run gives up on it.
const mostTimes = 5

func newBacklog(cores int) *backlog {
	b := &backlog{cores: cores, out: map[int]attempt{}, remote: map[int]bool{}, costs: cutting.NewCosts(),
		absent: func(tournament.Fixture) map[int]string { return nil }}
	b.more = sync.NewCond(&b.mu)
	return b
}

// offer adds fixtures.
func (b *backlog) offer(fixtures []tournament.Fixture) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = append(b.open, fixtures...)
	b.sort()
	b.more.Broadcast()
}

// sort puts the games of slow bots first, the longest before the others.
func (b *backlog) sort() {
	if b.slow+len(b.costs.Slow) > 0 {
		slices.SortStableFunc(b.open, func(x, y tournament.Fixture) int { return b.costs.Long(y.Seats) - b.costs.Long(x.Seats) })
	}
	if b.slow = slices.IndexFunc(b.open, func(f tournament.Fixture) bool { return b.costs.Long(f.Seats) == 0 }); b.slow < 0 {
		b.slow = len(b.open)
	}
}

// took counts what games of entries took, from which follows which bots are slow.
func (b *backlog) took(entries []int, of func(nth int) (games int, took game.Micros)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for nth, entry := range entries {
		games, took := of(nth)
		b.costs.Add(entry, games, int64(took))
	}
	if b.costs.Judge(entries) {
		b.sort()
	}
}

// slowBots returns the slow entries, with how many times as long as those of the others their games take.
func (b *backlog) slowBots() map[int]float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.costs.Slow)
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
	b.sort()
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
	if b.ends != nil {
		b.ends()
	}
}

// onClose has a function called when the backlog is closed, at once if it is.
func (b *backlog) onClose(ends func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ends = ends; b.closed {
		ends()
	}
}

// takeJob returns the next job: consecutive fixtures of the same entries. It blocks until there is one, and returns false when the backlog
// is closed.
func (b *backlog) takeJob() (handed, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.open) == 0 && !b.closed {
		b.idle++
		b.more.Wait()
		b.idle--
	}
	if b.closed {
		return handed{}, false
	}
	return b.nextJob(cutting.FirstJob, b.next(nil)), true
}

// takeRemote returns a job for another machine: of at most so many games, of a line-up that is playable there. It blocks until there is
// one, and returns false when the backlog is closed or ctx is done.
func (b *backlog) takeRemote(ctx context.Context, games int, playable func(lineup []int) bool) (handed, bool) {
	defer context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.more.Broadcast()
	})()
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed && ctx.Err() == nil {
		at := b.next(playable)
		if at < 0 {
			b.more.Wait()
			continue
		}
		job := b.nextJob(games, at)
		b.elsewhere(job.Number)
		return job, true
	}
	return handed{}, false
}

// elsewhere notes that another machine has a job. The caller holds the lock.
func (b *backlog) elsewhere(job int) {
	b.remote[job] = true
	for id, a := range b.out {
		if a.job == job {
			a.remote = true
			b.out[id] = a
		}
	}
}

// adopt hands out fixtures that another machine plays already, with these entries absent, and returns the number of their job. It returns
// false if one of them is not open, or is played otherwise.
func (b *backlog) adopt(fixtures map[int]tournament.Fixture, absent map[int]string) (job int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var at []int
	for i, f := range b.open {
		of, there := fixtures[f.ID]
		if there && f.Equal(of) && maps.Equal(b.absent(f), absent) {
			at = append(at, i)
		}
	}
	if b.closed || len(at) < len(fixtures) {
		return 0, false
	}
	b.jobs++
	for _, i := range slices.Backward(at) { // those before it keep their places
		b.handOut(b.jobs, i)
	}
	b.elsewhere(b.jobs)
	return b.jobs, true
}

// setOthers sets how many cores of other machines take games, and how many of these have some. Callers that wait in takeRemote ask again
// what is playable.
func (b *backlog) setOthers(cores, busy int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.others, b.busy = cores, busy
	b.more.Broadcast()
}

// sample has a meter take in what the cores do now.
func (b *backlog) sample(m *limit.Meter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	cores := max(b.cores, 0) + b.others
	m.Sample(time.Now(), cores, max(b.cores, 0)-b.idle+b.busy, len(b.open) > 0)
}

// openGames returns how many fixtures nobody has.
func (b *backlog) openGames() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.open)
}

// drained reports whether every fixture has been played.
func (b *backlog) drained() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.open)+len(b.out) == 0
}

// firstOpen returns the entries of the first open fixture; ok is false if none is open.
func (b *backlog) firstOpen() (lineup []int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) == 0 {
		return nil, false
	}
	return b.open[b.next(nil)].Seats, true
}

// allCores returns the number of cores, here and elsewhere.
func (b *backlog) allCores() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(b.cores, 0) + b.others
}

// hasRemote reports whether other machines have jobs.
func (b *backlog) hasRemote() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.remote) > 0
}

// remoteGames returns how many games without a result were last handed out to another machine, whether or not it still has them.
func (b *backlog) remoteGames() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.out {
		if a.remote {
			n++
		}
	}
	return n
}

// next returns the index of the open fixture with which a job begins, -1 if none is playable; playable may be nil. It is one of slow bots
// while fewer cores have some than may. The caller holds the lock.
func (b *backlog) next(playable func(lineup []int) bool) int {
	jobs, first := 0, 0
	for _, a := range b.out {
		if a.slow {
			jobs++
		}
	}
	if jobs >= cutting.SlowCores(max(b.cores, 0)+b.others) {
		first = b.slow
	}
	for nth := range b.open {
		at := (first + nth) % len(b.open)
		if playable == nil || playable(b.open[at].Seats) {
			return at
		}
	}
	return -1
}

// single reports whether a job of some entries has one game: if one of them is slow or, with a cap, may be.
func (b *backlog) single(entries []int) bool {
	return b.costs.Long(entries) > 0 || b.capped && !b.costs.Known(entries)
}

// nextJob makes a job that begins with an open fixture. The caller holds the lock.
func (b *backlog) nextJob(most, at int) handed {
	b.jobs++
	open, n := b.open[at:], 1
	first, absent := open[0], b.absent(open[0])
	if !b.single(first.Seats) {
		n = cutting.First(len(open), most, b.share(), func(n int) bool { return b.fits(first.Seats, absent, open[n]) })
	}
	job := handed{b.jobs, slices.Clone(open[:n]), worker.NewJob(open[:n]...)}
	job.Absent = absent
	for range n {
		b.handOut(job.Number, at)
	}
	return job
}

// anotherFixture returns one more fixture for a job that has begun, and false if the next one has other entries, or is for another core: a
// core takes no more than its share of what is left, so that all are busy to the end.
func (b *backlog) anotherFixture(job handed) (tournament.Fixture, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) == b.slow || b.closed || b.single(job.Lineup) || !b.fits(job.Lineup, job.Absent, b.open[b.slow]) ||
		!cutting.Another(b.left(job.Number), b.share()) {
		return tournament.Fixture{}, false
	}
	return b.handOut(job.Number, b.slow), true
}

// fits reports whether a fixture can be played with these entries, of which these are absent.
func (b *backlog) fits(entries []int, absent map[int]string, f tournament.Fixture) bool {
	return slices.Equal(slices.Sorted(slices.Values(f.Seats)), slices.Sorted(slices.Values(entries))) && maps.Equal(b.absent(f), absent)
}

// handOut removes an open fixture, for a job.
func (b *backlog) handOut(job, at int) tournament.Fixture {
	f, slow := b.open[at], at < b.slow
	copy(b.open[1:], b.open[:at]) // the slow ones are few
	b.open = b.open[1:]
	if slow {
		b.slow--
	}
	b.out[f.ID] = attempt{Fixture: f, nth: b.out[f.ID].nth + 1, job: job, since: time.Now(), slow: slow}
	return f
}

// share returns one core's part of what is left to play, without the games of slow bots, in games, by package cutting.
func (b *backlog) share() float64 {
	left := float64(len(b.open) - b.slow)
	for _, a := range b.out {
		if !a.slow {
			left += b.rest(a)
		}
	}
	return cutting.Share(left, max(b.cores, 0)+b.others)
}

// left returns how much of a job's games is left to play.
func (b *backlog) left(job int) (games float64) {
	for _, a := range b.out {
		if a.job == job {
			games += b.rest(a)
		}
	}
	return games
}

// rest estimates the part of a game that is left to play.
func (b *backlog) rest(a attempt) float64 {
	if b.lasts == 0 {
		return 1
	}
	return max(0, 1-float64(time.Since(a.since))/float64(b.lasts))
}

// came records that a game has been played.
func (b *backlog) came(fixture int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a, ok := b.out[fixture]; ok && !a.slow {
		if took := time.Since(a.since); b.lasts == 0 {
			b.lasts = took
		} else {
			b.lasts += (took - b.lasts) / 8
		}
	}
	delete(b.out, fixture)
}

// ended records that a job is over. Its fixtures without a result are offered again; a fixture that was handed out mostTimes fails the
// stage.
func (b *backlog) ended(job int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	missing := b.missing(func(a attempt) bool { return a.job == job })
	if b.remote[job] { // a machine that goes away says nothing about a game
		delete(b.remote, job)
		for _, f := range missing {
			a := b.out[f.ID]
			a.nth--
			b.out[f.ID] = a
		}
		b.again(missing)
		return
	}
	for _, f := range missing {
		if n := b.out[f.ID].nth; n >= mostTimes && b.lost == nil {
			b.lost = fmt.Errorf("game %d was played %d times without a result; run again with --jobs 1 and look at the logs of its bots",
				f.ID+1, n)
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
	if len(fixtures) > 0 {
		b.open = slices.Insert(b.open, 0, fixtures...)
		b.sort()
	}
	b.more.Broadcast()
}

// recall offers the fixtures again that were handed out and have no result, and returns them in plan order.
func (b *backlog) recall() []tournament.Fixture {
	b.mu.Lock()
	defer b.mu.Unlock()
	missing := b.missing(func(a attempt) bool {
		return !slices.ContainsFunc(b.open, func(f tournament.Fixture) bool { return f.ID == a.ID })
	})
	b.again(missing)
	return missing
}

// missing returns the fixtures without a result of some attempts, in plan order.
func (b *backlog) missing(of func(attempt) bool) (list []tournament.Fixture) {
	for _, a := range b.out {
		if of(a) {
			list = append(list, a.Fixture)
		}
	}
	slices.SortFunc(list, func(x, y tournament.Fixture) int { return x.ID - y.ID })
	return list
}

// failure returns why the stage cannot be finished, nil if it can.
func (b *backlog) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}
