package rawpipe

import _ "unsafe" // for linkname

// nanotime is the monotonic clock without a system call. It cannot be suspended.
//
//go:linkname nanotime runtime.nanotime
//go:nosplit
func nanotime() int64
