package schedstat

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A File is the open schedstat of a task, or 0 for none. Reading it costs half a microsecond.
type File int

// Open opens the file of a task.
func Open(process, task int) (File, error) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/task/%d/schedstat", process, task), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	return File(fd), nil
}

// Own opens the file of the calling thread, to which the goroutine must be locked: call runtime.LockOSThread first.
func Own() (File, error) { return Open(unix.Getpid(), unix.Gettid()) }

// Delay returns the total run delay of the task. It fails once the task has ended. It makes one system call that bypasses Go's scheduler,
// and allocates nothing.
func (f File) Delay() (time.Duration, error) {
	var text [80]byte
	n, _, errno := unix.RawSyscall6(unix.SYS_PREAD64, uintptr(f), uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)), 0, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return parse(text[:n])
}

// parse returns the second of the numbers, in nanoseconds.
func parse(text []byte) (time.Duration, error) {
	at := 0
	for at < len(text) && text[at] != ' ' {
		at++
	}
	ns, digits := time.Duration(0), 0
	for at++; at < len(text) && text[at] >= '0' && text[at] <= '9'; at++ {
		ns = ns*10 + time.Duration(text[at]-'0')
		digits++
	}
	if digits == 0 {
		return 0, fmt.Errorf("schedstat is %q", text)
	}
	return ns, nil
}

// Close closes the file.
func (f File) Close() {
	if f > 0 {
		unix.Close(int(f))
	}
}
