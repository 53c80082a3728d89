package sandbox

import (
	"errors"
	"fmt"
	"syscall"
)

// A Lack is what this machine or this process has too little of for the moment: descriptors, processes, memory, room on the disk. It
// does not mean that this machine has no sandbox.
type Lack struct {
	Err  error  // what failed
	Mend string // what to do, in words
}

// Error says what failed and what to do.
func (l *Lack) Error() string { return fmt.Sprintf("%v; %s", l.Err, l.Mend) }

// Unwrap is what failed.
func (l *Lack) Unwrap() error { return l.Err }

// mends are remedies for transient errors of the kernel.
var mends = []struct {
	errno syscall.Errno
	mend  string
}{
	{syscall.EMFILE, "raise the limit on open files (ulimit -n 1024)"},
	{syscall.ENFILE, "end other programs, or raise fs.file-max"},
	{syscall.EAGAIN, "end other programs, or raise the limit on processes (ulimit -u, or pids.max of the control group)"},
	{syscall.ENOMEM, "end other programs, or raise the limit on memory"},
}

// lacking turns a transient error into a Lack, and returns others unchanged.
func lacking(err error) error {
	var known *Lack
	if err == nil || errors.As(err, &known) {
		return err
	}
	for _, m := range mends {
		if errors.Is(err, m.errno) {
			return &Lack{err, m.mend}
		}
	}
	return err
}
