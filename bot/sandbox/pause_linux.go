package sandbox

import (
	"errors"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A pauser keeps a program from running between its turns. The zero value is ready to use.
//
// A single-task program that waits for its next prompt is left running: the pauser reads its counters now and then, which costs a
// microsecond. A program with more tasks, or one that used the processor outside its turns, is stopped by signals, which costs two. A tree
// of several processes, or one that ran although it was stopped, is moved into a control group that can be frozen, where available: nothing
// escapes that, and it costs some ten microseconds each time and some milliseconds once.
type pauser struct {
	own       int // tasks of the launcher
	looked    time.Time
	read      bool          // used is the reading of the last Pause
	used      time.Duration // by the tree
	suspect   bool          // it had used the processor outside its turn at the last check
	offends   int           // turns for which it stays stopped because it did so twice in a row
	term      int           // the last value that offends was set to
	several   bool          // it has more tasks than the launcher's and its own
	family    bool          // more processes too
	stopped   []int         // process IDs stopped by signals; the slice is reused
	halted    bool
	escaped   bool    // it ran although it was stopped
	freezer   freezer // nil: the tree is in no group that can be frozen
	noFreezer bool    // this machine cannot freeze it
	ready     bool    // it waited for its input when it was stopped
	hurried   int     // turns for which it is stopped without a moment to get there
}

// A paused is the process tree that a pauser stops.
type paused interface {
	tasks() int            // processes and threads
	processes() []int      // of the tree
	single() time.Duration // processor time of main alone
	all() time.Duration    // processor time of the whole tree
	waits() bool           // for its input
	freezable() (freezer, error)
}

// A freezer is a control group that holds a tree and can be frozen.
type freezer interface {
	freeze()
	thaw()
	admitProcess(pid int)
	remove() error
}

// errNoFreezer is returned by levels without control groups.
var errNoFreezer = errors.New("no control groups")

// lookAfter is the interval at which a quiet program is checked. A check costs a microsecond or two and a core may serve dozens of
// programs; this interval is also the processor time that one can take before it is stopped.
const lookAfter = 10 * time.Millisecond

// The processor time that a program may use between its answer and its next prompt: a part of the wall time, and at least a minimum.
const (
	slackPart  = 50
	slackLeast = 50 * time.Microsecond
)

// blatant is the use outside one turn that gets a program stopped at once, without a second offence.
const blatant = time.Millisecond

// The number of turns for which a program that used the processor outside its turns is stopped. It grows with each repetition.
const (
	stoppedFirst  = 64
	stoppedFactor = 4
	stoppedMost   = 1 << 16
)

func (p *pauser) pause(t paused) {
	now := time.Now()
	p.read, p.ready = false, false
	if p.offends == 0 && !p.several && !p.suspect && now.Sub(p.looked) < lookAfter {
		return
	}
	p.looked = now
	p.several = t.tasks() > max(p.own, 1)
	if p.several || p.offends > 0 {
		p.ready = p.offends == 0 && p.letWait(t)
		p.halt(t)
		p.settle(t)
		return
	}
	p.family = false
	p.used, p.read = p.reading(t), true
}

func (p *pauser) resume(t paused) (meanwhile time.Duration) {
	now := time.Now()
	if p.read {
		meanwhile = max(p.reading(t)-p.used, 0)
	}
	offence := meanwhile > max(slackLeast, now.Sub(p.looked)/slackPart)
	switch {
	case !p.read:
	case !offence:
		meanwhile, p.suspect = 0, false
		p.offends = max(p.offends-1, 0)
	case !p.suspect && !p.halted && meanwhile < blatant: // the end of its own turn may take this long now and then
		p.suspect = true
	default:
		p.suspect = false
		p.term = min(max(p.term*stoppedFactor, stoppedFirst), stoppedMost)
		p.offends = p.term
		p.escaped = p.escaped || p.halted
	}
	p.release()
	return meanwhile
}

// letWait gives a program with several tasks the moment that it needs from its answer to its wait for the next prompt, and reports whether
// it waits: then it can be asked as soon as it is resumed, without another look. One that computes instead is not given that again soon.
func (p *pauser) letWait(t paused) bool {
	if p.hurried > 0 {
		p.hurried--
		return t.waits()
	}
	before := t.single()
	for range moments {
		if t.waits() {
			return true
		}
		unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	}
	if t.single()-before > blatant {
		p.hurried = stoppedFirst
	}
	return t.waits()
}

// moments is how often letWait leaves the processor to the program.
const moments = 8

// reading returns the processor time of the tree. That of one process is exact at any moment; a group's lags behind for tasks that run on
// other processors.
func (p *pauser) reading(t paused) time.Duration {
	if p.family {
		return t.all()
	}
	return t.single()
}

// settle waits until the tasks of a stopped tree have left their processors, which takes some microseconds, so that this time is not taken
// from the bot asked next. It does not wait for a tree that does not stop.
func (p *pauser) settle(t paused) {
	for last, n := p.clock(t), 0; n < settlings; n++ {
		unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		now := p.clock(t)
		if now == last {
			break
		}
		last = now
	}
	p.used, p.read = p.reading(t), true
}

// clock returns a time that goes on as long as one of the stopped tasks runs.
func (p *pauser) clock(t paused) (sum time.Duration) {
	if !p.family || p.freezer != nil {
		return p.reading(t)
	}
	for _, pid := range p.stopped {
		sum += time.Duration(clockOf(pid))
	}
	return sum
}

const settlings = 200

// halt stops the tree.
func (p *pauser) halt(t paused) {
	p.halted = true
	processes := t.processes()
	p.family = len(processes) > 1
	if p.freezer == nil && !p.noFreezer && (p.escaped || len(processes) > max(p.own, 1)) {
		p.enclose(t)
	}
	if p.freezer != nil {
		p.freezer.freeze()
		return
	}
	p.stop(processes, t.processes)
}

// stop sends SIGSTOP to these processes, and to those started meanwhile. A process that has received it can start none.
func (p *pauser) stop(fresh []int, processes func() []int) {
	p.stopped = p.stopped[:0]
	for range tries {
		for _, pid := range fresh {
			syscall.Kill(pid, syscall.SIGSTOP)
		}
		p.stopped = append(p.stopped, fresh...)
		if fresh = p.unseen(processes()); len(fresh) == 0 {
			return
		}
	}
}

// tries is how often stop goes through a tree that keeps growing. What escapes is noticed by the time that it uses.
const tries = 100

func (p *pauser) unseen(processes []int) (fresh []int) {
	for _, pid := range processes {
		if !slices.Contains(p.stopped, pid) {
			fresh = append(fresh, pid)
		}
	}
	return fresh
}

// enclose moves the tree into a group that is already frozen, so that each process stops as soon as it is in the group.
func (p *pauser) enclose(t paused) {
	made, err := t.freezable()
	if err != nil {
		p.noFreezer = true
		return
	}
	made.freeze()
	p.stopped = p.stopped[:0]
	for range tries {
		fresh := p.unseen(t.processes())
		if len(fresh) == 0 {
			break
		}
		for _, pid := range fresh {
			made.admitProcess(pid)
		}
		p.stopped = append(p.stopped, fresh...)
	}
	p.stopped = p.stopped[:0]
	p.freezer = made
}

// wasReady reports, once, whether the tree waited for its input when it was stopped.
func (p *pauser) wasReady() bool {
	ready := p.ready
	p.ready = false
	return ready
}

// release lets the tree run.
func (p *pauser) release() {
	if !p.halted {
		return
	}
	p.halted = false
	if p.freezer != nil {
		p.freezer.thaw()
		return
	}
	for _, pid := range p.stopped {
		syscall.Kill(pid, syscall.SIGCONT)
	}
}

// end thaws a killed tree so that it can die: control groups of version 1 keep frozen processes alive.
func (p *pauser) end() {
	if p.freezer != nil {
		p.freezer.thaw()
	}
}

func (p *pauser) remove() {
	if p.freezer != nil {
		p.freezer.remove()
	}
}
