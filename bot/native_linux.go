package bot

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// threadCPU is the processor time of the calling thread, below 0 where unknown. Go's scheduler does not hear of the call.
func threadCPU() time.Duration {
	var now unix.Timespec
	if _, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&now)), 0); errno != 0 {
		return -1
	}
	return time.Duration(now.Nano())
}
