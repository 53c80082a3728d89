package process

import "golang.org/x/sys/unix"

// processors are those on which a thread may run.
type processors = unix.CPUSet

// here returns those of this thread.
func here() (set processors) {
	unix.SchedGetaffinity(0, &set)
	return set
}
