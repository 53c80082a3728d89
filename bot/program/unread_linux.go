package program

import (
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
