//go:build unix

package program

import "syscall"

// unwaiting keeps open from blocking on a file that has become a named pipe.
const unwaiting = syscall.O_NONBLOCK
