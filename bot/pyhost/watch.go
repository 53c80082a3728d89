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
	read      reading
	began     bool          // read is set
	mistrust  bool          // the times of this process are known to be wrong
	suspicion int           // rises by suspicionRise with each window that the account of processor time contradicts, falls by 1 with each other
	silent    int           // windows in a row that only the wall clock contradicts
	debt      time.Duration // what those windows left out, to be charged if the process is convicted
	expensive time.Duration // what taking a reading costs
}

// A window is what has been measured since the last reading.
type window struct {
	wall   time.Duration // from frame to answer
	missed time.Duration // of it, when this program was kept from looking for the answer
	inside time.Duration // of it, what the process says its bots had
	orders time.Duration // wall time of orders, which the kernel's account holds too
	frames int
	lanes  int
}

// A reading is what the kernel says of the process tree, and of this thread.
type reading struct {
	cpu   time.Duration
	stall time.Duration // of the tree: 0 where nobody knows
	own   time.Duration // that this thread could run and did not
}

// An excess is the time of calls that the process did not tell of. Like the times that it tells, wall includes what the host held it up.
type excess struct {
	wall, cpu time.Duration
	disagrees bool // its clock is wrong; not only that it used several processors at once
}

// A process is compared with the kernel's account after so much time of its frames, and when a reading cost less than 2 % of that.
const (
	windowLength = 50 * time.Millisecond
	readingShare = 50
)

// What a frame and each of its lanes may cost beside the calls themselves. A bot that changes its class host can hide so much at most.
// A process whose times were found wrong is allowed what a frame costs at least.
const (
	frameAllowance, laneAllowance = 150 * time.Microsecond, 15 * time.Microsecond
	frameLeast, laneLeast         = 10 * time.Microsecond, 3 * time.Microsecond
)

// The kernel's account of processor time is exact, so 3 % of it are enough to convict, at once where they are much (blatant), else
// when more than one window in twenty is so: a cold cache makes a frame dear now and then. Wall time is not exact: threads wait for a processor
// in more ways than the kernel tells, so a quarter must be missing, three times in a row, before a bot that sleeps is charged, and more often
// on a host that is busy. A window in which the host's stalls explain what is missing proves nothing and changes nothing.
const (
	cpuTolerance  = 32 // a part of this of the window's wall time
	wallTolerance = 4
	suspicionRise = 20
	conviction    = 2 * suspicionRise // more than this convicts
	strikesNeeded = 3
	strikesBusy   = 10
	busyPart      = 20                    // a host is busy that holds the process or this thread up for this part of a window
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
func (w *watch) order(took time.Duration) { w.window.orders += took }

// end takes the times of the frame that has been answered, and tells what its process has not told of. Missed is time in which this
// program was kept from looking for the answer, which may have been there.
func (w *watch) end(wall, missed, inside time.Duration, lanes int) excess {
	w.window.wall += wall
	w.window.missed += min(max(missed, 0), wall)
	w.window.inside += inside
	w.window.frames++
	w.window.lanes += lanes
	if !w.mistrust && w.window.wall < max(windowLength, readingShare*w.expensive) {
		return excess{}
	}
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
	busy, idle := cpu > a.wall/cpuTolerance, w.read.stall > 0 && missing-stalls-a.missed > a.wall/wallTolerance
	needed := strikesNeeded
	if stalls+a.missed > a.wall/busyPart {
		needed = strikesBusy
	}
	const tick = 10 * time.Millisecond
	if was.cpu%tick == 0 && w.read.cpu%tick == 0 && cpu < 5*tick { // an account in ticks: a few prove nothing
		busy = false
	}
	switch {
	case w.mistrust:
		missing = max(missing-a.missed, min(missing, cpu), 0)
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
	case idle:
		w.silent++
		if w.silent < needed {
			w.debt += missing - a.missed
			return excess{}
		}
		return w.convict(missing-a.missed, 0)
	case missing > a.wall/wallTolerance:
		return excess{}
	}
	w.silent, w.suspicion = 0, max(w.suspicion-1, 0)
	if w.suspicion == 0 {
		w.debt = 0
	}
	return excess{}
}

// convict notes that the times of the process are wrong, and charges what it has kept back so far.
func (w *watch) convict(missing, cpu time.Duration) excess {
	w.mistrust = true
	return excess{wall: missing + w.debt, cpu: cpu, disagrees: true}
}

// take takes a reading.
func (w *watch) take() {
	begin := time.Now()
	w.read = reading{cpu: w.process.CPU(), own: ownStall()}
	if s, ok := w.process.(bot.Staller); ok {
		w.read.stall = s.Stalled()
	}
	w.expensive = time.Since(begin)
}
