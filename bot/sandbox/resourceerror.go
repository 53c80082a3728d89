package sandbox

import (
	"errors"
	"fmt"
	"syscall"
)

// A ResourceError shows that this machine or this process lacks a resource at the moment: descriptors, processes, memory or disk space. It
// does not mean that the machine has no sandbox.
type ResourceError struct {
	Err    error  // what failed
	Remedy string // what the user should do
}

// Error returns what failed and what to do.
func (e *ResourceError) Error() string { return fmt.Sprintf("%v; %s", e.Err, e.Remedy) }

// Unwrap returns what failed.
func (e *ResourceError) Unwrap() error { return e.Err }

// remedies lists advice for transient errors of the kernel.
var remedies = []struct {
	errno  syscall.Errno
	remedy string
}{
	{syscall.EMFILE, "raise the limit on open files (ulimit -n 1024)"},
	{syscall.ENFILE, "end other programs, or raise fs.file-max"},
	{syscall.EAGAIN, "end other programs, or raise the limit on processes (ulimit -u, or pids.max of the control group)"},
	{syscall.ENOMEM, "end other programs, or raise the limit on memory"},
}

// lacking turns a transient error into a ResourceError and returns others unchanged.
func lacking(err error) error {
	var known *ResourceError
	if err == nil || errors.As(err, &known) {
		return err
	}
	for _, r := range remedies {
		if errors.Is(err, r.errno) {
			return &ResourceError{err, r.remedy}
		}
	}
	return err
}
