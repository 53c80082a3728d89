package heartbeat

import (
	"time"

	"golang.org/x/sys/unix"
)

// processCPU returns the processor time of this process so far.
func processCPU() time.Duration {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now) != nil {
		return 0
	}
	return time.Duration(now.Nano())
}
