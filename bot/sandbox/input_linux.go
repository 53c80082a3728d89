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

	"agon/bot"
)

// An inputWatch reports what a program does about its input. It keeps open the file in which the kernel shows the system call of the task
// that was found waiting, so a check costs a microsecond. It is not safe for concurrent use.
type inputWatch struct {
	pipe   uint64 // inode of the program's standard input; 0: unknown
	file   int    // the system call of the task that was found waiting; 0: none was found
	pid    int    // its process
	begins []byte // how that file begins while it reads, or waits for an epoll instance; empty: it waits in another way
	epoll  int    // what the kernel shows of that instance; 0: it reads
	polled []byte // the content of that
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

// state reports what some processes do about the program's standard input. With whole, tasks that wait for it count only while no other
// task is about to do something.
func (w *inputWatch) state(processes func() []int, whole bool) bot.Input {
	found := w.find(processes)
	if !whole || found != bot.InputAwaited {
		return found
	}
	_, others := w.search(processes(), true) // listed anew: the task that waits may have started others just before
	return min(found, others)
}

// reads reports whether one of some processes waits for input from a pipe or a connection.
func reads(processes func() []int, pipe uint64) bool {
	w := inputWatch{pipe: pipe}
	defer w.close()
	return showsCalls() && w.find(processes) >= bot.InputPolled
}

// find looks at the task that was found waiting, or else at all.
func (w *inputWatch) find(processes func() []int) bot.Input {
	if w.pipe == 0 {
		return bot.InputUnknown
	}
	if w.file > 0 {
		switch waits, running := w.again(); {
		case waits:
			w.missed = false
			return bot.InputAwaited
		case running && !w.missed:
			w.missed = true // the others are looked at if it still runs at the next check: another may read from now on
			return bot.InputBusy
		}
	}
	w.close()
	all := processes()
	found, others := w.search(all, false)
	switch {
	case found != bot.InputIdle || others != bot.InputBusy:
		return found
	case slices.ContainsFunc(all, w.isNonblocking):
		return bot.InputSpun
	}
	return bot.InputBusy
}

// again reports whether the task that was found waiting waits, or else runs.
func (w *inputWatch) again() (waits, running bool) {
	var room [callSize]byte
	text := callText(w.file, &room)
	if len(w.begins) > 0 && bytes.HasPrefix(text, w.begins) && w.pollsSame() {
		return true, false
	}
	call, running := parseCall(text)
	waits, _ = w.isWait(w.pid, call)
	return waits, running
}

// search returns what the task does that does most about the input, and the most that the others allow its wait to count for. Unless all
// are asked for, it ends with a task that waits.
func (w *inputWatch) search(processes []int, all bool) (found, others bot.Input) {
	found, others = bot.InputUnknown, bot.InputAwaited
	for _, pid := range processes {
		count := threadsOf(pid)
		tasks := tasksOf(pid)
		if len(tasks) < count {
			others = bot.InputBusy // a task that ended while it was listed hides the ones behind it
		}
		for _, task := range tasks {
			does, allows := w.look(pid, task)
			found, others = max(found, does), min(others, allows)
			if does == bot.InputAwaited && !all {
				return found, others
			}
		}
	}
	return found, others
}

// threadsOf returns the number of tasks of a process.
func threadsOf(pid int) int {
	var s unix.Stat_t
	if unix.Stat(fmt.Sprintf("/proc/%d/task", pid), &s) != nil {
		return 0
	}
	return int(s.Nlink) - 2
}

// look returns what a task does, idle if it does not wait for the input, and the most that it allows another task's wait to count for. It
// keeps the system call's file of a task that waits for the input.
func (w *inputWatch) look(pid, task int) (does, allows bot.Input) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/task/%d/syscall", pid, task), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err == unix.ENOENT {
		return bot.InputIdle, bot.InputAwaited
	}
	if err != nil {
		return bot.InputUnknown, bot.InputAwaited
	}
	var room [callSize]byte
	text := callText(fd, &room)
	call, running := parseCall(text)
	waits, polls := w.isWait(pid, call)
	if waits {
		w.keep(fd, pid, text, call)
		return bot.InputAwaited, bot.InputAwaited
	}
	unix.Close(fd)
	switch {
	case polls:
		return bot.InputPolled, bot.InputAwaited
	case running && text[0] == 'r':
		return bot.InputIdle, bot.InputBusy
	case running: // it has ended, or loads a page
		return bot.InputIdle, bot.InputAwaited
	case len(call) == 0:
		return bot.InputUnknown, bot.InputAwaited
	}
	return bot.InputIdle, timed(call)
}

// timed returns the most that a sleeping task allows another's wait to count for: little if it sleeps for a time, after which it may write
// something. Runtimes wait for a lock for a time even when they have nothing to do.
func timed(call []uint64) bot.Input {
	const (
		futexWait       = 0
		futexWaitBitset = 9
		operations      = 0x7f // without flags
	)
	switch {
	case call[0] == unix.SYS_NANOSLEEP, call[0] == unix.SYS_CLOCK_NANOSLEEP:
		return bot.InputIdle
	case call[0] == unix.SYS_FUTEX && (call[2]&operations == futexWait || call[2]&operations == futexWaitBitset) && call[4] != 0:
		return bot.InputPolled
	}
	return bot.InputAwaited
}

// keep keeps the file of a task that waits, and what quickly shows that it does so again.
func (w *inputWatch) keep(file, pid int, text []byte, call []uint64) {
	w.close()
	w.file, w.pid = file, pid
	switch {
	case isRead(call):
		w.begins = append(w.begins, upTo(text, 2)...) // its number and the descriptor
	case isEpoll(call):
		fd, err := unix.Open(fmt.Sprintf("/proc/%d/fdinfo/%d", pid, call[1]), unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return
		}
		w.epoll = fd
		var room [polledSize]byte
		n, _ := unix.Pread(fd, room[:], 0)
		if 0 < n && n < polledSize {
			w.polled = append(w.polled, room[:n]...)
			w.begins = append(w.begins, upTo(text, 5)...) // its number, the descriptor, where and how many events, no time limit
		}
	}
}

// polledSize is more than the kernel shows of most epoll instances.
const polledSize = 4 << 10

// pollsSame reports whether the epoll instance still waits for the same.
func (w *inputWatch) pollsSame() bool {
	if w.epoll == 0 {
		return true
	}
	var room [polledSize]byte
	n, err := unix.Pread(w.epoll, room[:], 0)
	return err == nil && bytes.Equal(room[:n], w.polled)
}

// upTo returns a text's first n words, with the space behind them; nothing if there are fewer.
func upTo(text []byte, n int) []byte {
	for i, c := range text {
		if c == ' ' {
			if n--; n == 0 {
				return text[:i+1]
			}
		}
	}
	return nil
}

func isRead(call []uint64) bool {
	switch call[0] {
	case unix.SYS_READ, unix.SYS_READV, unix.SYS_RECVFROM, unix.SYS_RECVMSG:
		return true
	}
	return false
}

// isWait reports whether a system call waits for the program's standard input, or polls it with a time limit.
func (w *inputWatch) isWait(pid int, call []uint64) (waits, polls bool) {
	if len(call) == 0 {
		return false, false
	}
	if isRead(call) {
		return w.isPipe(pid, call[1]), false
	}
	polled, limited := polledBy(pid, call)
	if !slices.ContainsFunc(polled, func(number uint64) bool { return w.isPipe(pid, number) }) {
		return false, false
	}
	return !limited, limited
}

// isPipe reports whether a descriptor of a process is the program's standard input, or the connection that is asked about.
func (w *inputWatch) isPipe(pid int, number uint64) bool {
	var s unix.Stat_t
	if unix.Stat(fmt.Sprintf("/proc/%d/fd/%d", pid, number), &s) != nil || s.Ino != w.pipe {
		return false
	}
	return s.Mode&unix.S_IFMT == unix.S_IFIFO || s.Mode&unix.S_IFMT == unix.S_IFSOCK
}

// isNonblocking reports whether a process has the program's standard input at its usual place, and reads of it do not wait.
func (w *inputWatch) isNonblocking(pid int) bool {
	if !w.isPipe(pid, 0) {
		return false
	}
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/0", pid))
	_, rest, _ := bytes.Cut(text, []byte("flags:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	flags, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 8, 64)
	return err == nil && flags&unix.O_NONBLOCK != 0
}

func (w *inputWatch) close() {
	if w.file > 0 {
		unix.Close(w.file)
		w.file, w.begins, w.missed = 0, w.begins[:0], false
	}
	if w.epoll > 0 {
		unix.Close(w.epoll)
		w.epoll, w.polled = 0, w.polled[:0]
	}
}

// callSize is more than the kernel writes of a system call.
const callSize = 256

// callText reads what the kernel shows of the system call of a task.
func callText(file int, room *[callSize]byte) []byte {
	n, err := unix.Pread(file, room[:], 0)
	if err != nil {
		return nil
	}
	return room[:n]
}

// parseCall returns the number and the arguments of the system call in which a task is blocked, or reports that it runs.
func parseCall(text []byte) (call []uint64, running bool) {
	if len(text) == 0 {
		return nil, false
	}
	if text[0] == 'r' {
		return nil, true
	}
	call = make([]uint64, 0, 9)
	for f := range bytes.FieldsSeq(text) {
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
