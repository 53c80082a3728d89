package pyhost

import (
	"bytes"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// ownStall returns how long the calling thread has been runnable without a processor; 0 if the kernel does not report it.
func ownStall() time.Duration {
	fd, err := unix.Open("/proc/thread-self/schedstat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	var text [80]byte
	n, err := unix.Read(fd, text[:])
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text[:n], []byte(" "))
	waited, _, _ := bytes.Cut(rest, []byte(" "))
	ns, _ := strconv.ParseInt(string(waited), 10, 64)
	return time.Duration(ns)
}
