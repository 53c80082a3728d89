package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// A counter reports quickly whether a process has more than one task and whether it has children, from files that it keeps open. The zero
// counter has nothing open and counts nothing.
type counter struct {
	pid      int // 0: nothing is open
	threads  int // the folder of its tasks, whose link count is the number of tasks plus two
	children int // the list of its first task's children
	guards   int // the list of its guard's children; -1: it has no guard
}

// open starts counting a process that is a child of guard; 0: it has no guard.
func (c *counter) open(pid, guard int) (err error) {
	*c = counter{pid: pid, threads: -1, children: -1, guards: -1}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if c.threads, err = unix.Open(fmt.Sprintf("/proc/%d/task", pid), unix.O_PATH|unix.O_CLOEXEC, 0); err != nil {
		return err
	}
	if c.children, err = unix.Open(childrenFile(pid, pid), unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
		return err
	}
	if guard != 0 {
		c.guards, err = unix.Open(childrenFile(guard, guard), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	}
	return err
}

// tasks returns the number of tasks: threads of the process, children of its first thread, and other children that its guard has adopted.
// With a guard that is every task, except children of other threads if there are such threads; so a result above 1 is a lower bound.
func (c *counter) tasks() int {
	var s unix.Stat_t
	if unix.Fstat(c.threads, &s) != nil {
		return 1 // the process has ended
	}
	n := max(int(s.Nlink)-2, 1) + words(c.children)
	if c.guards >= 0 {
		n += max(words(c.guards)-1, 0)
	}
	return n
}

// words counts the words in the first part of a file.
func words(fd int) (n int) {
	var text [256]byte
	size, _ := unix.Pread(fd, text[:], 0)
	within := false
	for _, b := range text[:max(size, 0)] {
		if word := b != ' ' && b != '\n'; word != within {
			within = word
			if word {
				n++
			}
		}
	}
	return n
}

func (c *counter) close() {
	if c.pid == 0 {
		return
	}
	for _, fd := range [...]int{c.threads, c.children, c.guards} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	*c = counter{}
}

// clockOf returns the clock of a process's processor time, all threads included and children excluded, exact at any moment.
func clockOf(pid int) int64 {
	var now unix.Timespec
	const allThreads = 2 // CPUCLOCK_SCHED
	if unix.ClockGettime(int32(^pid<<3|allThreads), &now) != nil {
		return 0
	}
	return now.Nano()
}
