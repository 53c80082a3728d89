//go:build unix

package program

import (
	"os"

	"golang.org/x/sys/unix"
)

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
