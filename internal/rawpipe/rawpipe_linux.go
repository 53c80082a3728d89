/*
Package rawpipe reads, writes and polls pipes without notifying Go's scheduler.

An ordinary system call informs the scheduler that its thread may block for a while. That is right for files and sockets, and expensive for
a referee that asks cheap bots ten thousand times a second from a thread bound to its core: the runtime's monitor then wakes every 20 µs,
takes the processor from the waiting thread, and wakes another thread for it, on the very core on which the bot should run. The calls here
keep the processor instead. They are for waits of well under a millisecond; [Poll] switches to an ordinary call when a wait turns out to
be long, so that a slow bot delays nobody else.
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

// Brief is how long Poll spins before it releases its processor.
const Brief = time.Millisecond

// TakeBoth takes the two pipes of a process, the one that it reads and the one that it writes.
func TakeBoth(in, out *os.File) (to, from int, err error) {
	if to, err = Take(in); err != nil {
		return -1, -1, err
	}
	if from, err = Take(out); err != nil {
		unix.Close(to)
		return -1, -1, err
	}
	return to, from, nil
}

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

// Poll waits until one of the descriptors is ready, and returns how many are; 0 after the limit. A negative limit waits forever.
func Poll(set []unix.PollFd, limit time.Duration) (int, error) {
	first := Brief
	if limit >= 0 {
		first = min(limit, Brief)
	}
	wait := unix.NsecToTimespec(first.Nanoseconds())
	n, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&set[0])), uintptr(len(set)), uintptr(unsafe.Pointer(&wait)), 0,
		0, 0)
	switch {
	case errno != 0:
		return -1, errno
	case n > 0 || first == limit:
		return int(n), nil
	case limit < 0:
		return unix.Ppoll(set, nil, nil)
	}
	wait = unix.NsecToTimespec((limit - first).Nanoseconds())
	return unix.Ppoll(set, &wait, nil)
}
