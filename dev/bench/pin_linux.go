package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// pin binds the calling thread, and what it starts, to the nth processor that it may use, from 0, until the returned function is called.
func pin(nth int) (undo func()) {
	var allowed, one unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil {
		return func() {}
	}
	for cpu := range 8 * len(allowed) * 8 {
		if !allowed.IsSet(cpu) {
			continue
		}
		if nth == 0 {
			one.Set(cpu)
			break
		}
		nth--
	}
	unix.SchedSetaffinity(0, &one)
	return func() { unix.SchedSetaffinity(0, &allowed) }
}

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
