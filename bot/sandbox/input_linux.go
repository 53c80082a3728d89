package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// An inputWatch reports whether a program waits for input. It keeps open the file in which the kernel shows the system call of the task
// that reads, so a check costs a microsecond. It is not safe for concurrent use.
type inputWatch struct {
	pipe   uint64 // inode of the program's standard input; 0: unknown
	file   int    // the system call of the task that was found waiting; 0: none was found
	number uint64 // the descriptor from which it reads; anyDescriptor if it polls
}

// anyDescriptor is the descriptor of a task that polls.
const anyDescriptor = 1 << 62

func newInputWatch(in *os.File) inputWatch {
	info, err := in.Stat()
	if err != nil {
		return inputWatch{}
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return inputWatch{pipe: s.Ino}
	}
	return inputWatch{}
}

// waits reports whether a task of some processes is blocked in a read of the program's standard input, or its main thread in a poll
// without a time limit. known is false if the kernel does not show system calls of these processes.
func (w *inputWatch) waits(processes func() []int) (waits, known bool) {
	if w.pipe == 0 {
		return false, false
	}
	if w.file > 0 {
		text, running := callOf(w.file)
		if number, ok := waitsOn(text); ok && number == w.number {
			return true, true
		}
		if running {
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
	text, running := callOf(fd)
	number, ok := waitsOn(text)
	if ok && (number == anyDescriptor && (task != pid || !w.isPipe(pid, 0)) || number != anyDescriptor && !w.isPipe(pid, number)) {
		ok = false
	}
	if !ok {
		unix.Close(fd)
		return false, running || len(text) > 0
	}
	w.file, w.number = fd, number
	return true, true
}

// isPipe reports whether a descriptor of a process is the program's standard input.
func (w *inputWatch) isPipe(pid int, number uint64) bool {
	var s unix.Stat_t
	return unix.Stat(fmt.Sprintf("/proc/%d/fd/%d", pid, number), &s) == nil && s.Ino == w.pipe && s.Mode&unix.S_IFMT == unix.S_IFIFO
}

func (w *inputWatch) close() {
	if w.file > 0 {
		unix.Close(w.file)
		w.file = 0
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

// Numbers of system calls that only amd64 has.
const (
	amd64Poll      = 7
	amd64Select    = 23
	amd64EpollWait = 232
)

// waitsOn returns the descriptor from which a system call reads, or anyDescriptor if it polls descriptors without a time limit.
func waitsOn(call []uint64) (number uint64, ok bool) {
	if len(call) == 0 {
		return 0, false
	}
	forever := false
	switch own := runtime.GOARCH == "amd64"; {
	case call[0] == unix.SYS_READ || call[0] == unix.SYS_READV:
		return call[1], true
	case own && call[0] == amd64Poll:
		forever = call[2] > 0 && int32(call[3]) < 0
	case call[0] == unix.SYS_PPOLL:
		forever = call[2] > 0 && call[3] == 0
	case own && call[0] == amd64Select, call[0] == unix.SYS_PSELECT6:
		forever = call[1] > 0 && call[5] == 0
	case own && call[0] == amd64EpollWait, call[0] == unix.SYS_EPOLL_PWAIT:
		forever = int32(call[4]) < 0
	}
	return anyDescriptor, forever
}
