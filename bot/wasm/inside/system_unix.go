//go:build unix

package inside

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// reserve takes addresses for so many bytes, which cost no memory yet.
func reserve(size uint64) ([]byte, error) {
	return unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
}

// commit makes a part of what was reserved usable. It is zero.
func commit(part []byte) error { return unix.Mprotect(part, unix.PROT_READ|unix.PROT_WRITE) }
