package pyhost

import (
	"time"

	"agon/bot"
)

// A watch times a class host from outside. The times that the host process sends beside its answers are taken inside its interpreter,
// where a bot can change every clock, so they only say how a frame is spread over its lanes. The watch compares them with the time
// from frame to answer and with the kernel's account of the process tree, over windows of some frames, and what they do not explain is
// charged to the bot. Starting the process' thread and decoding a frame take time that is nobody's; the watch allows for it.
type watch struct {
	process   bot.Process
	begun     time.Time // when the frame that is out was written
	window    window
	windows   int // that have been closed
	read      reading
	began     bool // read is set
	mistrust  bool // the times of this process are known to be wrong
	suspicion int  // rises by suspicionRise with each window that the account of processor time contradicts, falls by 1 with each other
	sleep     sleep
	debt      time.Duration // what the windows that made it suspect left out, to be charged if it is convicted
	expensive time.Duration // what taking a reading costs
}

// A sleep is what is known of a process that seems to sleep in its calls.
type sleep struct {
	before int64 // sleeps of the process, when it was first watched; 0: it is not
	waits  int   // for frames and orders, since then
	frames int
}

// A window is what has been measured since the last reading.
type window struct {
	wall   time.Duration // from frame to answer
	inside time.Duration // of it, what the process says its bots had
	orders time.Duration // wall time of orders, which the kernel's account holds too
	waits  int           // for frames and orders
	frames int
	lanes  int
}

// A reading is what the kernel says of the process tree, and of this thread.
type reading struct {
	cpu   time.Duration
	stall time.Duration // of the tree: 0 where unknown
	own   time.Duration // that this thread could run and did not
}

// An excess is the time of calls that the process did not report. Like the times that it reports, wall includes what the host held it up.
type excess struct {
	wall, cpu time.Duration
	disagrees bool // its clock is wrong; not only that it used several processors at once
}

// A process is compared with the kernel's account after so much time of its frames, less often once that has been done some times, and when a
// reading cost less than 2 % of that.
const (
	firstWindows = 50
	firstLength  = 20 * time.Millisecond
	laterLength  = 50 * time.Millisecond
	readingShare = 50
)

// What a frame and each of its lanes may cost beside the calls themselves. A bot that changes its class host can hide so much at most.
// A process whose times were found wrong is allowed what a frame costs at least.
const (
	frameAllowance, laneAllowance = 150 * time.Microsecond, 15 * time.Microsecond
	frameLeast, laneLeast         = 10 * time.Microsecond, 3 * time.Microsecond
)

// The kernel's account of processor time is exact, so 3 % of it are enough to convict, at once where they are much (blatant), else
// when more than one window in twenty is so: a cold cache makes a frame dear now and then. Wall time proves nothing by itself: on a busy host
// a process and this thread wait for processors in more ways than the kernel reports. Where a quarter of it is missing the process is watched:
// one that only answers goes to sleep once for each frame, while it waits for the next, and one that sleeps in its calls does so more
// often. Half a sleep a frame too many convicts it.
const (
	cpuTolerance  = 32 // a part of this of the window's wall time
	wallTolerance = 4
	suspicionRise = 20
	conviction    = 2 * suspicionRise     // more than this convicts
	sleepsNeeded  = 4                     // too many, at least
	watchedFor    = 64                    // frames, after which the count begins anew
	blatant       = 30 * time.Millisecond // some ticks of systems that count processor time by them
)

// begin notes that a frame is about to be written.
func (w *watch) begin() {
	if !w.began {
		w.began = true
		w.take()
	}
	w.begun = time.Now()
}

// order notes the time that an order took.
func (w *watch) order(took time.Duration) {
	w.window.orders += took
	w.window.waits++
}

// end adds the times of the frame that has been answered, and returns the time of its calls that the process left out.
func (w *watch) end(wall, inside time.Duration, lanes int) excess {
	w.window.wall += wall
	w.window.inside += inside
	w.window.frames++
	w.window.waits++
	w.window.lanes += lanes
	length := laterLength
	if w.windows < firstWindows {
		length = firstLength
	}
	if !w.mistrust && w.window.wall < max(length, readingShare*w.expensive) {
		return excess{}
	}
	w.windows++
	return w.close()
}

// close compares what the process said in a window with the kernel's account.
func (w *watch) close() excess {
	was, a := w.read, w.window
	w.take()
	w.window = window{}
	allowed := time.Duration(a.frames)*frameAllowance + time.Duration(a.lanes)*laneAllowance
	if w.mistrust {
		allowed = time.Duration(a.frames)*frameLeast + time.Duration(a.lanes)*laneLeast
	}
	missing := a.wall - a.inside - allowed
	stalls := max(w.read.stall-was.stall, 0) + max(w.read.own-was.own, 0)
	cpu := w.read.cpu - was.cpu - a.inside - a.orders - allowed
	busy := cpu > a.wall/cpuTolerance
	const tick = 10 * time.Millisecond
	if was.cpu%tick == 0 && w.read.cpu%tick == 0 && cpu < 5*tick { // an account in ticks: a few prove nothing
		busy = false
	}
	switch {
	case w.mistrust:
		missing = max(missing, 0)
		return excess{wall: missing, cpu: max(cpu, 0), disagrees: missing > 0}
	case busy && (missing-stalls > a.wall/cpuTolerance || missing > max(cpu/2, a.inside)):
		// The work was done in the frame's own time. On a busy host stalls are most of that, hence the second way to see it.
		w.suspicion += suspicionRise
		if (cpu < blatant || cpu < a.wall/2) && w.suspicion <= conviction {
			w.debt += missing
			return excess{}
		}
		return w.convict(missing, cpu)
	case busy: // with several processors at once
		return excess{cpu: cpu}
	case missing > a.wall/wallTolerance:
		w.debt += missing
		if w.sleepsInCalls(a) {
			return w.convict(0, 0)
		}
		return excess{}
	}
	w.sleep, w.suspicion = sleep{}, max(w.suspicion-1, 0)
	w.forgive()
	return excess{}
}

// forgive drops the debt of a process that nothing speaks against.
func (w *watch) forgive() {
	if w.suspicion == 0 {
		w.debt = 0
	}
}

// convict notes that the times of the process are wrong, and charges what it has kept back so far.
func (w *watch) convict(missing, cpu time.Duration) excess {
	w.mistrust = true
	return excess{wall: missing + w.debt, cpu: cpu, disagrees: true}
}

// sleepsInCalls reports whether the process is known to have slept more often than it waited for frames and orders, after a window in which
// time is missing.
func (w *watch) sleepsInCalls(a window) bool {
	var now int64
	known := false
	if s, ok := w.process.(bot.Sleeper); ok {
		now, known = s.Sleeps()
	}
	if !known {
		w.sleep = sleep{}
		w.forgive()
		return false
	}
	if w.sleep.before == 0 {
		w.sleep.before = now
		return false
	}
	w.sleep.waits += a.waits
	w.sleep.frames += a.frames
	if now-w.sleep.before-int64(w.sleep.waits) >= int64(max(w.sleep.frames/2, sleepsNeeded)) {
		return true
	}
	if w.sleep.frames >= watchedFor {
		w.sleep = sleep{before: now}
		w.forgive()
	}
	return false
}

// take takes a reading.
func (w *watch) take() {
	begin := time.Now()
	w.read = reading{cpu: w.process.CPU(), own: ownStall()}
	if s, ok := w.process.(bot.Staller); ok {
		w.read.stall = s.Stalled()
	}
	if cost := time.Since(begin); w.expensive == 0 || cost < w.expensive {
		w.expensive = cost
	} else { // most of it may be that this thread had no processor
		w.expensive += (cost - w.expensive) / 64
	}
}
