package sandbox

import (
	"errors"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A pauser keeps a program from running between its turns. The zero pauser is ready.
//
// A program of one task that waits for its next question is left alone: it is looked at now and then, which costs a microsecond. Signals
// stop one that has more tasks, or that has used the processor outside its turns; they cost two. A tree of several processes, and one that
// went on though it was stopped, is put into a control group that can be frozen, where there are control groups: that is airtight, and costs
// some ten microseconds each time and some milliseconds once.
type pauser struct {
	own       int // tasks that are not the bot's doing
	looked    time.Time
	read      bool          // used is of the last Pause
	used      time.Duration // by the tree
	suspect   bool          // it has used the processor outside its turn, last time it was looked at
	offends   int           // turns for which it is stopped because it did so twice in a row
	term      int           // what offends was set to last
	several   bool          // it has more tasks than its own
	family    bool          // and more processes
	stopped   []int         // by signals; kept for the next time
	halted    bool
	touched   bool    // it was halted since undisturbed was called
	escaped   bool    // it ran though it was stopped
	freezer   freezer // nil: the tree is in no group that can be frozen
	noFreezer bool    // there is none to be had
}

// A paused is what a pauser knows of a tree of processes.
type paused interface {
	tasks() int            // processes and threads
	processes() []int      // of the tree
	single() time.Duration // processor time of main alone
	all() time.Duration    // and of the whole tree
	freezable() (freezer, error)
}

// A freezer is a control group that holds a tree and can be frozen.
type freezer interface {
	freeze()
	thaw()
	admit(pid int)
	remove() error
}

// errNoFreezer is for levels without control groups.
var errNoFreezer = errors.New("no control groups")

// lookAfter is how often a program is looked at that seems to be quiet. A look costs a microsecond or two, and a processor has some dozens of
// programs to look at: this is what one can steal before it is stopped.
const lookAfter = 10 * time.Millisecond

// What a program may use between its answer and its next question before that counts, as a part of the time and at least.
const (
	slackPart  = 50
	slackLeast = 50 * time.Microsecond
)

// blatant is so much outside one turn that it needs no second time.
const blatant = time.Millisecond

// For how many turns a program is stopped that has used the processor outside its own: more each time that it does so again.
const (
	stoppedFirst  = 64
	stoppedFactor = 4
	stoppedMost   = 1 << 16
)

func (p *pauser) pause(t paused) {
	now := time.Now()
	p.read = false
	if p.offends == 0 && !p.several && !p.suspect && now.Sub(p.looked) < lookAfter {
		return
	}
	p.looked = now
	p.several = t.tasks() > max(p.own, 1)
	if p.several || p.offends > 0 {
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
	case !p.suspect && !p.halted && meanwhile < blatant: // the end of its turn may take as long, now and then
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

// reading is the time that the tree has used. That of one process is exact at any moment; a group's is behind for what runs on other
// processors.
func (p *pauser) reading(t paused) time.Duration {
	if p.family {
		return t.all()
	}
	return t.single()
}

// settle lets the tasks of a tree that was told to stop come to a stop, which takes a task some microseconds: it is their own time, and not
// that of the bot that is asked next. One that does not stop is not waited for.
func (p *pauser) settle(t paused) {
	p.used, p.read = p.reading(t), true
	for range settlings {
		unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		now := p.reading(t)
		if now == p.used {
			return
		}
		p.used = now
	}
}

const settlings = 200

// halt stops the tree.
func (p *pauser) halt(t paused) {
	p.halted, p.touched = true, true
	processes := t.processes()
	p.family = len(processes) > 1
	if p.freezer == nil && !p.noFreezer && (p.escaped || len(processes) > max(p.own, 1)) {
		p.enclose(t)
	}
	if p.freezer != nil {
		p.freezer.freeze()
		return
	}
	p.stop(t.processes)
}

// stop sends SIGSTOP to all processes, and again to those that began meanwhile. One that has the signal can start none.
func (p *pauser) stop(processes func() []int) {
	p.stopped = p.stopped[:0]
	for range tries {
		fresh := p.unseen(processes())
		if len(fresh) == 0 {
			return
		}
		for _, pid := range fresh {
			syscall.Kill(pid, syscall.SIGSTOP)
		}
		p.stopped = append(p.stopped, fresh...)
	}
}

// tries is how often a tree is gone through that grows meanwhile. What escapes is noticed by the time that it uses.
const tries = 100

func (p *pauser) unseen(processes []int) (fresh []int) {
next:
	for _, pid := range processes {
		for _, known := range p.stopped {
			if pid == known {
				continue next
			}
		}
		fresh = append(fresh, pid)
	}
	return fresh
}

// enclose puts the tree into a group that is frozen already, so that each process stands still as soon as it is in it.
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
			made.admit(pid)
		}
		p.stopped = append(p.stopped, fresh...)
	}
	p.stopped = p.stopped[:0]
	p.freezer = made
}

// undisturbed returns a count of the tree's sleeps, and whether no halt has added to it since the last call.
func (p *pauser) undisturbed(sleeps int64) (int64, bool) {
	known := !p.touched && sleeps > 0
	p.touched = false
	return sleeps, known
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

// end lets what was killed die: one version of control groups keeps what is frozen from it.
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
