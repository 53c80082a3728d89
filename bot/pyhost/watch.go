package pyhost

import (
	"time"

	"agon/bot"
)

// A watch times a class host from outside. The times that the host process reports are taken inside its interpreter, where a bot can change
// every clock, so they only serve to split a frame's time among its lanes. The watch compares them with the time from frame to answer and
// with the kernel's accounting of the process tree, over windows of several frames, and the unexplained difference is charged to the bot.
// It allows for the time to wake the process and to decode a frame.
type watch struct {
	process   *bot.Process
	begun     time.Time // when the current frame was written
	framed    bool      // a frame is not answered yet; false while an order is carried out
	window    window
	windows   int // number of closed windows
	read      reading
	began     bool          // read is set
	mistrust  bool          // the times of this process are known to be wrong
	suspicion int           // rises by suspicionRise with each window that the processor time contradicts, falls by 1 with each other
	proven    time.Duration // what these windows hide, since suspicion was last 0
	busy      bool          // in one of these the process waited for processors longer than it ran
	watched   int           // frames since time was missing without processor time; 0: none is
	// slept rises by sleepRise with each window in which the process was seen asleep, falls by 1 with each without missing time
	slept    int
	debt     time.Duration // what windows in which it may have slept left out, charged on conviction
	sleeper  bool          // mistrusted because it sleeps in its calls
	credited time.Duration // waits since the last reading that were credited to calls

	// empty returns the least processor time that one of n frames without calls uses now, or 0 if that is unknown; nil: it always is.
	empty     func(n int) time.Duration
	expensive time.Duration // cost of a reading
}

// A window is what has been measured since the last reading.
type window struct {
	wall   time.Duration // from frame to answer
	inside time.Duration // the part that the process reports for its bots
	orders time.Duration // wall time of orders, which the kernel's accounting includes
	frames int
	lanes  int
	asleep bool // the process was seen asleep in a frame
}

// A reading is the kernel's accounting of the process tree, and of this thread.
type reading struct {
	cpu   time.Duration
	stall time.Duration // of the tree: 0 if unknown
	own   time.Duration // run delay of this thread
}

// An excess is the time of calls that the process did not report. Like the reported times, wall includes the host's stalls.
type excess struct {
	wall, cpu time.Duration
	disagrees bool // the reported times are wrong; false if it only used several processors at once
}

// Intervals of comparison with the kernel's accounting, in time of frames: longer after a number of comparisons, and only if a reading cost
// less than 2 % of it.
const (
	firstWindows = 50
	firstLength  = 20 * time.Millisecond
	laterLength  = 50 * time.Millisecond
	readingShare = 50
)

// The allowance for a frame and for each of its lanes, besides the calls themselves: what is not worth a reading of the accounting. A bot
// that changes its class host can hide at most that much. A process whose times were wrong gets the smallest cost of a frame.
const (
	frameAllowance, laneAllowance = 150 * time.Microsecond, 15 * time.Microsecond
	frameLeast, laneLeast         = 10 * time.Microsecond, 3 * time.Microsecond
)

// A window is suspicious if the tree used processor time that the process does not report, and as much wall time is missing; in a tree of
// several tasks, as much that no wait for a processor explains. Waiting alone is never suspicious. What is hidden is charged at once, so a
// bot gains nothing while evidence grows. It is evidence only if it is at least half of what the process reports for its calls: page
// faults, collections and a processor that the host of a virtual machine takes hide less, or seldom. Then frames without calls are sent
// (empties of them): if the least that one of them uses, times the frames of the window, explains half of what is hidden, the machine makes
// frames dear now, and the window proves nothing. One in which the process waited for processors longer than it ran counts less, and
// somewhat more proof is needed, unless it hides busyLeast a frame: interrupts and the moving of tasks between processors count as time of
// whoever runs, and on a busy machine a short frame may have milliseconds of it. A process is convicted if more than one window in twenty
// hides most of its processor time, or one in five hides half of it, and these windows hide leastProof in all; the second time if they are
// large (blatant).
//
// Time in which the process sleeps is charged only if it is seen: a process that only answers is runnable until it has answered, however
// busy the machine is, and one that sleeps in its calls is seen asleep while its answer is not there. If a quarter of the wall time is
// missing, the process is watched. Four windows with both convict it, more if there are some without in between: who hides less than a
// third of its sleeps is not found.
const (
	cpuTolerance  = 32 // the tolerated fraction of the window's processor time is 1 / this
	wallTolerance = 4
	empties       = 3
	suspicionRise = 20
	// slightRise: where less than three quarters of the processor time are hidden, as page faults and collections between calls may be
	slightRise   = 4
	leastProof   = 10 * time.Millisecond
	busyProof    = 12 * time.Millisecond
	busyLeast    = 8 * time.Millisecond
	conviction   = 2 * suspicionRise // a suspicion above this convicts
	sleepRise    = 2
	sleepsNeeded = 4 * sleepRise
	watchedFor   = 64                     // frames, after which watching ends
	firstLook    = 250 * time.Microsecond // after a frame was written, while the process is watched; the next looks come at twice the time
	blatant      = 30 * time.Millisecond  // some ticks on systems that count processor time in ticks
)

// begin records that a frame is about to be written.
func (w *watch) begin() {
	if !w.began {
		w.began = true
		w.readCounters()
	}
	w.begun, w.framed = time.Now(), true
}

// order records the time of an order.
func (w *watch) order(took time.Duration) { w.window.orders += took }

// firstWait returns how long to wait for an answer before the process is looked at.
func (w *watch) firstWait() time.Duration {
	if w.watched > 0 {
		return firstLook
	}
	return slice
}

// asleep reports whether the process is watched, was not seen asleep in this window before, and sleeps now, in a frame: in an order, such
// as one to construct a bot, nobody counts its time.
func (w *watch) asleep() bool {
	return w.watched > 0 && w.framed && !w.window.asleep && w.process.Asleep != nil && w.process.Asleep()
}

// end adds the times of an answered frame, and returns the time of its calls that the process left out.
func (w *watch) end(wall, inside time.Duration, lanes int) excess {
	w.framed = false
	w.window.wall += wall
	w.window.inside += inside
	w.window.frames++
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

// An account is what a window leaves to be explained.
type account struct {
	window
	used, cpu   time.Duration // processor time of the tree, and what of it the process does not report
	missing     time.Duration // wall time that it does not report
	waits       time.Duration
	unexplained time.Duration // of missing: no waits
	hidden      time.Duration // of cpu: it took wall time too
	coarse      bool          // the kernel counts in ticks, and a few of them prove nothing
}

// account closes the window.
func (w *watch) account() account {
	was, a := w.read, account{window: w.window}
	w.readCounters()
	w.window = window{}
	allowed := time.Duration(a.frames)*frameAllowance + time.Duration(a.lanes)*laneAllowance
	if w.mistrust {
		allowed = time.Duration(a.frames)*frameLeast + time.Duration(a.lanes)*laneLeast
	}
	a.waits = max(w.read.stall-was.stall, 0) + max(w.read.own-was.own, 0)
	a.used = w.read.cpu - was.cpu
	a.cpu = max(a.used-a.inside-a.orders-allowed, 0)
	a.missing = max(a.wall-a.inside-allowed, 0)
	a.unexplained = max(a.missing-a.waits, 0)
	a.hidden = min(a.cpu, a.missing)
	if w.process.Several == nil || w.process.Several() { // others may have used it, while the one that answers waited
		a.hidden = min(a.cpu, a.unexplained)
	}
	const tick = 10 * time.Millisecond
	a.coarse = was.cpu%tick == 0 && w.read.cpu%tick == 0 && a.cpu < 5*tick
	return a
}

// close compares the process's report for a window with the kernel's accounting.
func (w *watch) close() excess {
	a := w.account()
	sleepy := a.missing > a.wall/wallTolerance
	switch {
	case w.mistrust && w.sleeper:
		return excess{wall: a.missing, cpu: a.cpu, disagrees: a.missing > 0}
	case w.mistrust:
		return excess{wall: a.hidden, cpu: a.cpu, disagrees: a.hidden > 0}
	case !a.coarse && a.hidden > a.used/cpuTolerance:
		x := w.suspect(a)
		if sleepy && w.sleeps(a.window, a.missing-a.hidden, a.unexplained) {
			return w.convict(excess{wall: w.debt + a.hidden, cpu: a.cpu})
		}
		return x
	case !a.coarse && a.cpu > a.wall/cpuTolerance: // on several processors at once
		return excess{cpu: a.cpu}
	case sleepy:
		if w.sleeps(a.window, a.missing, a.unexplained) {
			return w.convict(excess{wall: w.debt})
		}
		return excess{}
	}
	w.calm()
	w.slept = max(w.slept-1, 0)
	if w.watched > 0 {
		w.watch(a.frames)
	} else {
		w.debt = 0
	}
	return excess{}
}

// calm records a window that proves nothing.
func (w *watch) calm() {
	if w.suspicion = max(w.suspicion-1, 0); w.suspicion == 0 {
		w.proven, w.busy = 0, false
	}
}

// suspect charges what a window hides, and convicts unless that is little, frames without calls are as dear, or it happened too seldom.
// Even a large difference convicts only the second time: what the host of a virtual machine takes from it counts as processor time too.
func (w *watch) suspect(a account) excess {
	x := excess{wall: a.hidden, cpu: a.cpu}
	if 2*a.hidden < a.inside {
		w.calm()
		return x
	}
	if w.empty != nil {
		least := w.empty(empties)
		w.readCounters()
		if time.Duration(2*a.frames)*least >= a.hidden {
			return x
		}
	}
	rise := slightRise
	if a.hidden > a.used-a.used/4 {
		rise = suspicionRise
	}
	if a.waits > a.used && a.hidden < time.Duration(a.frames)*busyLeast {
		rise, w.busy = rise*7/10, true
	}
	w.suspicion += rise
	if a.hidden >= blatant && a.hidden >= a.wall/2 {
		w.suspicion += suspicionRise
	}
	w.proven += a.hidden
	least := leastProof
	if w.busy {
		least = busyProof
	}
	if w.suspicion > conviction && w.proven >= least {
		return w.convict(x)
	}
	return x
}

// watch counts frames of a watched process, and ends watching after some.
func (w *watch) watch(frames int) {
	if w.watched += frames; w.watched >= watchedFor {
		w.watched, w.slept, w.debt = 0, 0, 0
	}
}

// convict records that the times of the process are wrong.
func (w *watch) convict(x excess) excess {
	w.mistrust, x.disagrees = true, true
	return x
}

// waited returns the part of a frame's calls in which the tree waited for a processor, which is not the bot's time. It is read only if the
// calls took clearly longer than their processor time. Waits of earlier frames since the last reading that were not credited to those count
// too.
func (w *watch) waited(inside, cpu time.Duration) time.Duration {
	gap := inside - cpu
	if w.process.Stalled == nil || gap < inside/8 || gap < 4*w.expensive {
		return 0
	}
	credit := max(min(w.process.Stalled()-w.read.stall-w.credited, gap), 0)
	w.credited += credit
	return credit
}

// sleeps reports whether the process has been seen asleep in its calls often enough, after a window in which time is missing that is not
// charged. A window whose missing time is explained by waits for processors proves nothing.
func (w *watch) sleeps(a window, missing, unexplained time.Duration) bool {
	w.debt += missing
	if a.asleep && unexplained > a.wall/wallTolerance {
		w.slept += sleepRise
	}
	if w.slept >= sleepsNeeded {
		w.sleeper = true
		return true
	}
	w.watch(a.frames)
	return false
}

// readCounters takes a reading.
func (w *watch) readCounters() {
	begin := time.Now()
	w.read, w.credited = reading{cpu: w.process.CPU(), own: ownStall()}, 0
	if w.process.Stalled != nil {
		w.read.stall = w.process.Stalled()
	}
	if cost := time.Since(begin); w.expensive == 0 || cost < w.expensive {
		w.expensive = cost
	} else { // this thread may have lacked a processor for most of it
		w.expensive += (cost - w.expensive) / 64
	}
}
