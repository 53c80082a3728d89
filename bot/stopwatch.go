package bot

import "time"

// A Stopwatch measures the calls of one process from outside: processor time and stalls of its tree, and the pauses of this process. The
// zero value measures wall time only.
//
// A reading takes some microseconds, longer than a quick move. So [Stopwatch.Begin] reuses a fresh reading, and [Stopwatch.Pass] skips the
// reading after a move that took almost no time.
type Stopwatch struct {
	Process *Process // nil: neither processor time nor stalls are counted

	begin  reading
	cost   time.Duration // of the last reading
	passed time.Duration // wall time of unmeasured calls since then
	seen   reading       // the counters at the last call of Left
}

// reading holds all counters at one time.
type reading struct {
	at                 time.Time
	cpu, stall, paused time.Duration
}

// A reading is fresh for a millisecond, or for a hundred times its own cost if that is longer.
const (
	fresh    = time.Millisecond
	freshFor = 100
)

// Begin reads the counters before a prompt is written.
func (w *Stopwatch) Begin(c *Call) {
	if now := time.Now(); c.Processor || now.Sub(w.begin.at) > max(fresh, freshFor*w.cost) {
		w.restart(w.read(c.Host))
	}
}

// BeginAt begins a call at counters that were read before its prompt was written, of the process and of the host.
func (w *Stopwatch) BeginAt(cpu, stalled, paused time.Duration) {
	w.restart(reading{at: time.Now(), cpu: cpu, stall: stalled, paused: paused})
}

func (w *Stopwatch) restart(r reading) { w.begin, w.passed = r, 0 }

func (w *Stopwatch) read(host Host) (r reading) {
	begun := time.Now()
	if w.Process != nil {
		r.cpu = w.Process.CPU()
		if w.Process.Stalled != nil {
			r.stall = w.Process.Stalled()
		}
	}
	if host != nil {
		r.paused = host.Paused()
	}
	r.at = time.Now()
	w.cost = r.at.Sub(begun)
	return r
}

// Pass records a call that was too quick to measure: all its wall time is charged.
func (w *Stopwatch) Pass(c *Call, wall time.Duration) {
	c.Wall, c.CPU, c.Stall = max(wall, 0), 0, 0
	w.passed += c.Wall
}

// CPU returns the processor time of the process at the reading that began the current call.
func (w *Stopwatch) CPU() time.Duration { return w.begin.cpu }

// Measure fills in the times of a call that took wall, and begins the next call.
func (w *Stopwatch) Measure(c *Call, wall time.Duration) { w.restart(w.measure(c, wall)) }

// Left measures a call that has no answer yet and returns the rest of its limit; 0 or less when none is left. Time that the host takes
// extends the wait, up to a fixed bound.
func (w *Stopwatch) Left(c *Call, wall time.Duration) time.Duration {
	before := w.seen
	w.seen = w.measure(c, wall)
	left := c.Limit - c.Spent()
	again := w.seen.at.Sub(before.at) < 2*queue
	switch {
	case !awaited(c.Limit, wall, c.CPU, w.queued):
		if c.CPU < c.Limit && w.queued() {
			c.Stall = max(c.Wall-c.CPU, 0) // it is waiting for a processor, which the kernel has not counted yet
		}
		return min(left, 0)
	case left > 0:
		return left
	case c.CPU < c.Limit && w.queued() && (!again || w.seen.cpu-before.cpu < still):
		return queue // the kernel reports this wait once the task gets its processor
	}
	return left
}

func (w *Stopwatch) queued() bool { return w.Process != nil && w.Process.queued() }

// awaited reports whether the host's delays may still extend a call that has no answer after wall: up to 5 limits and 10 s; up to a minute
// while it waits for a processor and has used less than its limit, since only the host keeps a processor from it.
func awaited(limit, wall, cpu time.Duration, queued func() bool) bool {
	const (
		farther  = 5
		farthest = 10 * time.Second
		starved  = time.Minute
	)
	end := farther*limit + farthest
	return wall <= end || wall <= max(end, starved) && cpu < limit && queued()
}

const (
	queue = 10 * time.Millisecond
	still = time.Millisecond // a tree that used less than this had no processor
)

// measure fills in a call. Its stall never includes time in which the tree had a processor: if tasks of a bot wait for each other, the bot
// is charged.
func (w *Stopwatch) measure(c *Call, wall time.Duration) reading {
	now := w.read(c.Host)
	c.Wall = max(wall, 0)
	c.CPU = max(now.cpu-w.begin.cpu-w.passed, 0)
	held := max(now.stall-w.begin.stall, 0) + max(now.paused-w.begin.paused, 0)
	c.Stall = max(min(held, c.Wall-c.CPU), 0)
	return now
}
