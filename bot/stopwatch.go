package bot

import "time"

// A Stopwatch measures the calls of one process from outside: processor time and stalls of its tree, and the pauses of this process. The
// zero value knows nothing of any process, and finds no stalls.
//
// A reading costs some microseconds, more than a quick move. So [Stopwatch.Begin] uses the last one while it is fresh, and a move that was
// over at once is passed by with [Stopwatch.Pass].
type Stopwatch struct {
	Process interface{ CPU() time.Duration } // nil: processor time is not counted
	Staller Staller                          // nil: stalls are not counted

	begin  reading
	cost   time.Duration // of the last reading
	passed time.Duration // wall time of the calls since then that were not measured
	seen   reading       // when Left was asked last
}

// reading is the state of all counters at a time.
type reading struct {
	at                 time.Time
	cpu, stall, paused time.Duration
}

// A reading is fresh for a millisecond, or for a hundred times of what it cost.
const (
	fresh    = time.Millisecond
	freshFor = 100
)

// Begin notes the counters before a prompt is written.
func (w *Stopwatch) Begin(c *Call) {
	if now := time.Now(); c.Processor || now.Sub(w.begin.at) > max(fresh, freshFor*w.cost) {
		w.restart(w.read(c.Host))
	}
}

func (w *Stopwatch) restart(r reading) { w.begin, w.passed = r, 0 }

func (w *Stopwatch) read(host Host) (r reading) {
	begun := time.Now()
	if w.Process != nil {
		r.cpu = w.Process.CPU()
	}
	if w.Staller != nil {
		r.stall = w.Staller.Stalled()
	}
	if host != nil {
		r.paused = host.Paused()
	}
	r.at = time.Now()
	w.cost = r.at.Sub(begun)
	return r
}

// Pass notes a call that was too quick to be measured: its time is all its own.
func (w *Stopwatch) Pass(c *Call, wall time.Duration) {
	c.Wall, c.CPU, c.Stall = max(wall, 0), 0, 0
	w.passed += c.Wall
}

// CPU is the processor time of the process at the last reading that began a call.
func (w *Stopwatch) CPU() time.Duration { return w.begin.cpu }

// Measure fills in what a call has taken, of which wall is known, and begins the next one.
func (w *Stopwatch) Measure(c *Call, wall time.Duration) { w.restart(w.measure(c, wall)) }

// Left measures a call that has no answer yet and returns how much of its limit is left; 0 or less for nothing. What the host holds up
// extends the wait, up to a far guard.
func (w *Stopwatch) Left(c *Call, wall time.Duration) time.Duration {
	before := w.seen
	w.seen = w.measure(c, wall)
	left := c.Limit - c.Spent()
	again := w.seen.at.Sub(before.at) < 2*queue
	switch {
	case wall > farther*c.Limit+farthest:
		if c.CPU < c.Limit && w.queued() {
			c.Stall = max(c.Wall-c.CPU, 0) // it waits in vain, and the kernel has not counted it yet
		}
		return min(left, 0)
	case left > 0:
		return left
	case c.CPU < c.Limit && w.queued() && (!again || w.seen.cpu-before.cpu < still):
		return queue // how long it has waited for its turn, the kernel will say when it has it
	}
	return left
}

func (w *Stopwatch) queued() bool {
	q, ok := w.Staller.(Queuer)
	return ok && q.Queued()
}

const (
	farther  = 5                // a call ends after so many times of its limit on the wall, whatever the host does,
	farthest = 10 * time.Second // and so much more
	queue    = 10 * time.Millisecond
	still    = time.Millisecond // a tree that used less in that time had no processor
)

// measure fills in a call. Its stall never takes in time in which the tree had a processor: that tasks of a bot wait for each other is
// its own affair.
func (w *Stopwatch) measure(c *Call, wall time.Duration) reading {
	now := w.read(c.Host)
	c.Wall = max(wall, 0)
	c.CPU = max(now.cpu-w.begin.cpu-w.passed, 0)
	held := max(now.stall-w.begin.stall, 0) + max(now.paused-w.begin.paused, 0)
	c.Stall = max(min(held, c.Wall-c.CPU), 0)
	return now
}
