//go:build unix

package program

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// duplicate makes a non-blocking copy of a pipe's descriptor: a launcher closes its files when the program has ended, and data still in the
// pipe must be read nevertheless. It closes the file itself, because as long as the runtime's poller knows it, every answer of the program
// wakes a thread for nothing.
func duplicate(f *os.File) (fd int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return -1, fmt.Errorf("copy a pipe: %w", err)
	}
	failed := raw.Control(func(old uintptr) {
		if fd, err = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 3); err == nil {
			err = unix.SetNonblock(fd, true)
		}
	})
	if failed != nil {
		err = failed
	}
	if err != nil {
		return -1, fmt.Errorf("copy a pipe: %w", err)
	}
	f.Close()
	return fd, nil
}

func duplicateFile(f *os.File) (*os.File, error) {
	fd, err := duplicate(f)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// tryWrite writes as much as fits into a pipe. A pipe without a reader accepts everything.
func tryWrite(f *os.File, b []byte) int {
	raw, err := f.SyscallConn()
	if err != nil {
		return len(b)
	}
	done := 0
	err = raw.Write(func(fd uintptr) bool {
		for done < len(b) {
			n, err := unix.Write(int(fd), b[done:])
			done += max(n, 0)
			if err == unix.EAGAIN {
				break
			}
			if err != nil && err != unix.EINTR {
				done = len(b)
			}
		}
		return true
	})
	if err != nil {
		return len(b)
	}
	return done
}
