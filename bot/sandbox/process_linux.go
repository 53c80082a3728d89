//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"agon/bot"

	"golang.org/x/sys/unix"
)

// A box is a running program at a level above none: its pid 1, the processes that pid 1 guards, and the host's resources for them.
type box struct {
	level   Level
	limits  bot.Limits
	id      int // process ID of pid 1
	pipes   [3]*os.File
	life    *os.File
	group   group    // nil: none
	files   scratch  // at level landlock
	network *network // nil: the program has none of its own that the host connects to

	stop    chan struct{} // closed to end the watch
	watched sync.WaitGroup

	mu     sync.Mutex
	killed bool // Kill was called
	ours   bool // this process has killed it, for any reason
	ended  bool // pid 1 is reaped
	hit    bot.Limit
	spent  time.Duration // the last reading of the tree's processor time, if no group counts it
	most   int64         // largest memory that the watch has read
	stall  stallMeter
	kills  int64 // OOM kills in this process's group when the program began, if the program has no group of its own; negative: unknown
	pauser pauser
	first  int // process ID of the program itself; 0: not looked up yet
	quick  counter
	tree   processTree
	input  inputWatch
}

// process returns the process of a box that runs.
func (b *box) process() *bot.Process {
	b.input = newInputWatch(b.pipes[0])
	p := &bot.Process{
		In: b.pipes[0], Out: b.pipes[1], Err: b.pipes[2], Pid: b.id, Kill: b.kill, Wait: b.wait, CPU: b.cpu, Stalled: b.stalled,
		Queued: b.queued, Asleep: b.asleep, Blocked: b.blocked, Several: b.several, Awaits: b.awaits, Reads: b.reads, Memory: b.memory,
		Pause: b.pause, Resume: b.resume,
		Dump: func() { b.sendAll(syscall.SIGUSR1) }, Abort: func() { b.sendAll(syscall.SIGABRT) },
	}
	if b.network != nil {
		p.Dial = b.network.dial
	}
	return p
}

func (b *box) kill() { b.end(0) }

// end kills the tree because of a limit, or because the host wants it (0).
func (b *box) end(cause bot.Limit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return
	}
	b.hit |= cause
	b.ours = true
	if cause == 0 {
		b.killed = true
	}
	b.lookAtDisk()
	b.account()
	if b.group != nil {
		b.group.kill()
	}
	if b.level == Landlock {
		b.endByHand()
		return
	}
	syscall.Kill(b.id, syscall.SIGKILL)
	b.pauser.end()
}

// patience is how long the guard of a tree may take to end it.
const patience = 30 * time.Second

// endByHand ends a tree without a pid namespace. It stops the tree, asks the guard to kill it, and after a second helps it. The guard
// itself ends when it has no children left, and is killed before that only if it is not done after [patience]: whoever it has adopted would
// belong to nobody.
func (b *box) endByHand() {
	b.stopAll()
	b.life.Write([]byte("end"))
	b.control(func(fd int) {
		gone := func(within time.Duration) bool {
			n, _ := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}, int(within.Milliseconds()))
			return n > 0
		}
		if gone(time.Second) {
			return
		}
		for limit := time.Now().Add(patience); time.Now().Before(limit); {
			b.stopAll()
			for _, pid := range b.below() {
				syscall.Kill(pid, syscall.SIGKILL)
			}
			syscall.Kill(b.id, syscall.SIGCONT) // the program may have stopped it
			if gone(10 * time.Millisecond) {
				return
			}
		}
		syscall.Kill(b.id, syscall.SIGKILL)
		endStrays(b.files.folder)
	})
}

// stopAll stops the processes of the tree, each before those below it are looked up, until no new one appears. A process that is killed
// leaves its place under the limit on tasks to another; one that is stopped keeps it, starts nobody, and leaves the processor to who stops
// the rest.
func (b *box) stopAll() {
	const most = 100 // looks, against a program whose processes end as fast as they start
	known := map[int]bool{}
	for range most {
		before := len(known)
		b.tree.each(b.id, func(pid int) {
			known[pid] = true
			syscall.Kill(pid, syscall.SIGSTOP)
		})
		if len(known) == before {
			return
		}
	}
}

func (b *box) control(f func(fd int)) {
	if raw, err := b.life.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { f(int(fd)) })
	}
}

// lookAtDisk records whether /tmp is full, before it is unmounted.
func (b *box) lookAtDisk() {
	if b.level == Landlock || b.limits.Disk == 0 {
		return
	}
	var s unix.Statfs_t
	if unix.Statfs(fmt.Sprintf("/proc/%d/root/tmp", b.id), &s) == nil && (s.Bfree == 0 || s.Ffree == 0) {
		b.hit |= bot.DiskLimit
	}
}

// wait waits for the end of the tree, collects what it used, and releases its resources.
func (b *box) wait() bot.Exit {
	status, reported := b.message()
	usage := b.reap()
	close(b.stop)
	b.watched.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !reported {
		status = syscall.WaitStatus(syscall.SIGKILL) // all were killed: by the host, or as a group for their memory
	}
	e := bot.Exit{Code: -1, Killed: b.killed}
	if status.Exited() {
		e.Code = status.ExitStatus()
	}
	if status.Signaled() {
		e.Signal = status.Signal()
	}
	b.takeStock(&e, usage)
	e.Host = b.blame(e, reported)
	b.discard()
	return e
}

// message waits for the last message, or for the end of pid 1 without one.
func (b *box) message() (status syscall.WaitStatus, reported bool) {
	var text [8 * lastWords]byte
	n, _ := b.life.Read(text[:])
	if n < len(text) {
		return 0, false
	}
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(text[8*i:]) }
	b.mu.Lock()
	defer b.mu.Unlock()
	if there := word(statTmp) != 0; there && (word(freeBlocks) == 0 || word(freeInodes) == 0) {
		b.hit |= bot.DiskLimit
	}
	return syscall.WaitStatus(word(0)), true
}

// reap waits for pid 1, whose end means that all others have ended. From then on its process ID may be reused.
func (b *box) reap() syscall.Rusage {
	for unix.Waitid(unix.P_PID, b.id, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	return reap(b.id)
}

// takeStock fills in what was used and which limits were hit.
func (b *box) takeStock(e *bot.Exit, usage syscall.Rusage) {
	e.CPU = max(b.spent, time.Duration(usage.Utime.Nano()+usage.Stime.Nano()))
	e.Peak = max(b.most, usage.Maxrss<<10)
	if b.group != nil {
		b.hit |= b.group.hit()
		if used, err := b.group.cpu(); err == nil {
			e.CPU = used
		}
		if most := b.group.peak(); most > 0 {
			e.Peak = most
		}
	}
	switch {
	case e.Signal == syscall.SIGXFSZ:
		b.hit |= bot.DiskLimit
	case e.Signal == syscall.SIGXCPU:
		b.hit |= bot.CPULimit
	case e.Signal == syscall.SIGKILL && !b.killed && b.limits.CPU > 0 && e.CPU >= b.limits.CPU:
		b.hit |= bot.CPULimit
	}
	e.Hit = b.hit
	b.spent = e.CPU
}

// discard releases the host's resources except for the pipes.
func (b *box) discard() {
	b.stall.close()
	b.quick.close()
	b.input.close()
	b.pauser.remove()
	if b.life != nil {
		b.life.Close()
	}
	if b.group != nil {
		b.group.remove()
	}
	if b.network != nil {
		b.network.close()
	}
	if b.files.folder != "" {
		b.files.remove()
	}
}

func (b *box) cpu() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.account()
}

// account returns the tree's processor time. Where no group counts it, the result never decreases: time of children that nobody waited for
// is kept.
func (b *box) account() time.Duration {
	if b.ended {
		return b.spent
	}
	if b.group != nil {
		if used, err := b.group.cpu(); err == nil {
			return used
		}
	}
	return b.spend(b.tree.below(b.id))
}

// spend returns the processor time of the tree with these members.
func (b *box) spend(m members) time.Duration {
	b.spent = max(b.spent, waitedCPU(statFields(b.id))+m.spent)
	return b.spent
}

// below lists the processes of the program that have not ended.
func (b *box) below() []int { return b.tree.below(b.id).living }

func (b *box) stalled() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return b.stall.sum
	}
	return b.stall.read(b.counted, b.below)
}

// counted returns the number of tasks of the program; 0 before it runs.
func (b *box) counted() int {
	if b.main() == 0 {
		return 0
	}
	return b.tasks()
}

func (b *box) queued() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended && runnable(b.below())
}

func (b *box) asleep() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended && asleep(b.below())
}

func (b *box) blocked() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended && blocked(b.below())
}

func (b *box) memory() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return 0
	}
	return heldBy(b.below())
}

func (b *box) several() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pauser.several
}

func (b *box) awaits(whole bool) bot.Input {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return bot.InputIdle
	}
	if b.pauser.wasReady() && !whole {
		return bot.InputAwaited
	}
	return b.input.state(b.below, whole)
}

func (b *box) reads(pipe uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.ended && reads(b.below, pipe)
}

func (b *box) waits() bool {
	return b.input.state(b.below, false) == bot.InputAwaited
}

// sendAll sends a signal to all processes of the program, except pid 1.
func (b *box) sendAll(signal syscall.Signal) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || b.main() == 0 {
		return
	}
	for _, pid := range b.processes() {
		syscall.Kill(pid, signal)
	}
}

// Methods of a box for its pauser.

func (b *box) pause() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended && b.main() != 0 {
		b.pauser.pause(b)
	}
}

func (b *box) resume() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended || b.main() == 0 {
		return 0
	}
	return b.pauser.resume(b)
}

// main returns the process ID of the program itself, the first child of pid 1.
func (b *box) main() int {
	if b.first == 0 {
		if all := childrenOf(b.id, b.id); len(all) > 0 {
			b.first = all[0]
		}
	}
	return b.first
}

func (b *box) tasks() int {
	if b.group != nil {
		return b.group.tasks()
	}
	if b.pauser.own > 1 {
		return b.tree.below(b.id).tasks
	}
	if b.quick.pid == 0 && b.quick.open(b.first, b.id) != nil {
		return 1 // it has ended
	}
	return b.quick.tasks()
}

func (b *box) processes() []int {
	if b.group == nil {
		return b.below()
	}
	return slices.DeleteFunc(b.group.processes(), func(pid int) bool { return pid == b.id })
}

func (b *box) single() time.Duration {
	if b.pauser.own > 1 {
		return b.all()
	}
	return time.Duration(clockOf(b.first))
}

func (b *box) all() time.Duration { return b.account() }

func (b *box) freezable() (freezer, error) {
	if b.group == nil {
		return nil, errNoFreezer
	}
	return b.group.freezable()
}
