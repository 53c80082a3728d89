package program

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// unread returns how many bytes in a pipe have not been read, -1 if unknown.
func unread(fd int) int {
	n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
	if err != nil {
		return -1
	}
	return n
}

func unreadFile(f *os.File) int {
	n := -1
	if raw, err := f.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { n = unread(int(fd)) })
	}
	return n
}

// read reads output, and marks it as being in flight from before it leaves the pipe.
func (l *pumped) read(b []byte) (n int, err error) {
	raw, err := l.out.SyscallConn()
	if err != nil {
		return 0, err
	}
	waited := raw.Read(func(fd uintptr) bool {
		l.flight.Store(true)
		for n, err = unix.Read(int(fd), b); err == unix.EINTR; {
			n, err = unix.Read(int(fd), b)
		}
		if err == unix.EAGAIN {
			l.flight.Store(false)
			return false
		}
		return true
	})
	switch {
	case waited != nil:
		return 0, waited
	case n == 0 && err == nil:
		return 0, io.EOF
	}
	return n, err
}

// drained looks at the pipe first: what has left it is in flight until the channel has it.
func (l *pumped) drained() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.feeding && unreadFile(l.out) == 0 && !l.flight.Load()
}
