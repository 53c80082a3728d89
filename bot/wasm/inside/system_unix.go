//go:build unix

package inside

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// reserve reserves addresses for size bytes, without memory.
func reserve(size uint64) ([]byte, error) {
	return unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
}

// commit makes a part of the reservation usable. It is zero.
func commit(part []byte) error { return unix.Mprotect(part, unix.PROT_READ|unix.PROT_WRITE) }
