package sandbox

import (
	"os"
	"syscall"
	"time"

	"agon/bot"

	"golang.org/x/sys/unix"
)

// await returns when the program has ended but is not reaped.
func (p *plainTree) await() {
	for unix.Waitid(unix.P_PID, p.pid(), nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}

// peak returns the largest memory of the program, without its children.
func peak(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}

// turns pauses an unconfined program: it sees the program's children as long as they do not leave their parent.
type turns struct {
	pauser
	counter
	input inputWatch
	tree  processTree
	id    int
}

func newTurns(own int) turns { return turns{pauser: pauser{own: own}} }

func (t *turns) pause(pid int) {
	t.id = pid
	t.pauser.pause(t)
}

func (t *turns) resume(pid int) time.Duration {
	t.id = pid
	return t.pauser.resume(t)
}

func (t *turns) watch(in *os.File) { t.input = newInputWatch(in) }

func (t *turns) awaits(pid int, whole bool) bot.Input {
	t.id = pid
	if t.wasReady() && !whole {
		return bot.InputAwaited
	}
	return t.input.state(t.processes, whole)
}

func (t *turns) reads(pid int, pipe uint64) bool {
	t.id = pid
	return reads(t.processes, pipe)
}

func (t *turns) hasSeveral() bool { return t.several }

func (t *turns) tasks() int {
	if t.counter.pid == 0 && t.counter.open(t.id, 0) != nil {
		return 1 // it has ended
	}
	return t.counter.tasks()
}

// processes returns the program and what it has started, without those that have ended.
func (t *turns) processes() []int { return append(t.tree.below(t.id).living, t.id) }

func (t *turns) single() time.Duration       { return time.Duration(clockOf(t.id)) }
func (t *turns) all() time.Duration          { return t.tree.below(t.id).spent + processCPU(t.id) }
func (t *turns) freezable() (freezer, error) { return nil, errNoFreezer }
func (t *turns) waits() bool                 { return t.input.state(t.processes, false) == bot.InputAwaited }

func (t *turns) close() {
	t.counter.close()
	t.input.close()
}

// cpu returns the processor time of the program, of its descendants, and of those that have ended and were waited for.
func (t *turns) cpu(pid int) time.Duration {
	t.id = pid
	if t.tasks() > 1 {
		return t.all()
	}
	return processCPU(pid)
}

// of is processes of a program by its process ID.
func (t *turns) of(pid int) []int {
	t.id = pid
	return t.processes()
}

func (t *turns) queued(pid int) bool { return runnable(t.of(pid)) }
func (t *turns) asleep(pid int) bool { return asleep(t.of(pid)) }

func (t *turns) blocked(pid int) bool { return blocked(t.of(pid)) }

// plainStall counts the stalls of a program and its descendants.
type plainStall struct{ stallMeter }

func (m *plainStall) read(processes func() []int, ended bool) time.Duration {
	if ended {
		return m.sum
	}
	return m.stallMeter.read(nil, processes)
}
