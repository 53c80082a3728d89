package bot

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ThreadCPU returns the processor time of the calling thread, or a negative value if unknown. Go's scheduler is not involved in the call.
func ThreadCPU() time.Duration {
	var now unix.Timespec
	if _, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&now)), 0); errno != 0 {
		return -1
	}
	return time.Duration(now.Nano())
}
