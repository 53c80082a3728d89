/*
Package rawpipe reads, writes and polls pipes without notifying Go's scheduler.

An ordinary system call tells the scheduler that its thread may block for a while. That is right for files and sockets, and expensive for
a referee that asks cheap bots ten thousand times a second from a thread bound to its core: the runtime's monitor then wakes every 20 µs,
takes the processor from the waiting thread, and wakes another thread for it, on the very core on which the bot should run. The calls here
keep the processor instead, for long waits too: a thread that waits in an ordinary call loses its processor after 10 ms, and the monitor then
begins to wake every 20 µs again. Callers give the rest of the program processors of its own (GOMAXPROCS).
*/
package rawpipe

import (
	"errors"
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Take returns a non-blocking copy of a pipe's descriptor, and closes the file: as long as the runtime's poller knows it, all traffic wakes
// a thread.
func Take(f *os.File) (fd int, err error) {
	raw, err := f.SyscallConn()
	if err == nil {
		failed := raw.Control(func(old uintptr) {
			if fd, err = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 3); err == nil {
				err = unix.SetNonblock(fd, true)
			}
		})
		err = errors.Join(err, failed)
	}
	if err != nil {
		return -1, fmt.Errorf("copy a pipe: %w", err)
	}
	f.Close()
	return fd, nil
}

// Read reads available bytes from a non-blocking descriptor.
func Read(fd int, b []byte) (int, error) { return transfer(unix.SYS_READ, fd, b) }

// Write writes as much as fits to a non-blocking descriptor.
func Write(fd int, b []byte) (int, error) { return transfer(unix.SYS_WRITE, fd, b) }

func transfer(call uintptr, fd int, b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, _, errno := unix.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}

// Poll waits until one of the descriptors is ready, and returns how many are; 0 after the limit. A negative limit waits forever. late is how long
// ago they may have become ready, as far as this process is to blame: the runtime may suspend the goroutine during the wait or at its end,
// because it keeps its processor for so long, and on a busy host it then waits for another thread.
//
// The runtime interrupts a wait by a signal every 10 ms, so that other goroutines can have the processor, and at once when it stops the world.
func Poll(set []unix.PollFd, limit time.Duration) (n int, late time.Duration, err error) {
	var rest *unix.Timespec // the kernel subtracts the time of each wait
	if limit >= 0 {
		t := unix.NsecToTimespec(limit.Nanoseconds())
		rest = &t
	}
	for {
		n, ended, errno := wait(set, rest)
		now := lookup() // an ordinary call: here the runtime may suspend the goroutine
		if errno == unix.EINTR {
			var none unix.Timespec
			n, _, errno = wait(set, &none)
			if errno == unix.EINTR || errno == 0 && n == 0 {
				continue
			}
			now = lookup()
		}
		if errno != 0 {
			return -1, 0, errno
		}
		return n, time.Duration(now - ended), nil
	}
}

// lookup is the monotonic clock at a point where the runtime may suspend the goroutine.
//
//go:noinline
func lookup() int64 { return nanotime() }

// wait is one wait, which may end with EINTR, and the time of its end. It calls nothing that the runtime could suspend it in.
//
//go:nosplit
func wait(set []unix.PollFd, rest *unix.Timespec) (n int, ended int64, errno unix.Errno) {
	ready, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&set[0])), uintptr(len(set)), uintptr(unsafe.Pointer(rest)), 0, 0, 0)
	return int(ready), nanotime(), errno
}
