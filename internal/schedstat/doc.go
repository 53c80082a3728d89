/*
Package schedstat reads the run delay of a task: how long it was runnable without a processor.

It is the second number of /proc/PID/task/TID/schedstat. Systems without it fail with [ErrUnknown].
*/
package schedstat

import "errors"

// ErrUnknown reports that the system does not report run delays.
var ErrUnknown = errors.New("the kernel does not report how long tasks wait for a processor")
