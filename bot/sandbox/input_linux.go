package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// An inputWatch reports whether a program waits for input. It keeps open the file in which the kernel shows the system call of the task
// that was found waiting, so a check costs a microsecond. It is not safe for concurrent use.
type inputWatch struct {
	pipe   uint64 // inode of the program's standard input; 0: unknown
	file   int    // the system call of the task that was found waiting; 0: none was found
	pid    int    // its process
	number uint64 // the descriptor from which it read
	missed bool   // at the last check it ran
}

// showsCalls reports whether this kernel shows system calls at all.
var showsCalls = sync.OnceValue(func() bool {
	text, err := os.ReadFile("/proc/self/syscall")
	return err == nil && len(text) > 0
})

func newInputWatch(in *os.File) inputWatch {
	info, err := in.Stat()
	if err != nil || !showsCalls() {
		return inputWatch{}
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return inputWatch{pipe: s.Ino}
	}
	return inputWatch{}
}

// waits reports whether a task of some processes is blocked in a read of the program's standard input, or in a poll of it without a time
// limit. known is false if the kernel does not show system calls of these processes.
func (w *inputWatch) waits(processes func() []int) (waits, known bool) {
	if w.pipe == 0 {
		return false, false
	}
	if w.file > 0 {
		call, running := callOf(w.file)
		if w.isWait(w.pid, call) {
			w.missed = false
			return true, true
		}
		if running && !w.missed {
			w.missed = true // the others are looked at if it still runs at the next check: another may read from now on
			return false, true
		}
		w.close()
	}
	for _, pid := range processes() {
		for _, task := range tasksOf(pid) {
			waits, seen := w.look(pid, task)
			if known = known || seen; waits {
				return true, true
			}
		}
	}
	return false, known
}

// look keeps the system call's file of a task that waits.
func (w *inputWatch) look(pid, task int) (waits, known bool) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/task/%d/syscall", pid, task), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false, err == unix.ENOENT
	}
	call, running := callOf(fd)
	if !w.isWait(pid, call) {
		unix.Close(fd)
		return false, running || len(call) > 0
	}
	w.file, w.pid, w.missed = fd, pid, false
	return true, true
}

// isWait reports whether a system call waits for the program's standard input.
func (w *inputWatch) isWait(pid int, call []uint64) bool {
	if len(call) == 0 {
		return false
	}
	if call[0] == unix.SYS_READ || call[0] == unix.SYS_READV {
		if w.file > 0 && pid == w.pid && call[1] == w.number {
			return true
		}
		if !w.isPipe(pid, call[1]) {
			return false
		}
		w.number = call[1]
		return true
	}
	return slices.ContainsFunc(polledBy(pid, call), func(number uint64) bool { return w.isPipe(pid, number) })
}

// isPipe reports whether a descriptor of a process is the program's standard input.
func (w *inputWatch) isPipe(pid int, number uint64) bool {
	var s unix.Stat_t
	return unix.Stat(fmt.Sprintf("/proc/%d/fd/%d", pid, number), &s) == nil && s.Ino == w.pipe && s.Mode&unix.S_IFMT == unix.S_IFIFO
}

func (w *inputWatch) close() {
	if w.file > 0 {
		unix.Close(w.file)
		w.file, w.missed = 0, false
	}
}

// callOf returns the number and the arguments of the system call in which a task is blocked, or reports that it runs.
func callOf(file int) (call []uint64, running bool) {
	var text [256]byte
	n, err := unix.Pread(file, text[:], 0)
	if err != nil || n <= 0 {
		return nil, false
	}
	if text[0] == 'r' {
		return nil, true
	}
	for f := range bytes.FieldsSeq(text[:n]) {
		value, err := strconv.ParseUint(string(f), 0, 64)
		if err != nil {
			break // -1: it is blocked outside a system call
		}
		call = append(call, value)
	}
	if len(call) < 7 {
		return nil, true
	}
	return call, false
}
