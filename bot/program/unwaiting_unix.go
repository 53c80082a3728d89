//go:build unix

package program

import "syscall"

// unwaiting opens a file that has become a named pipe without waiting for who writes to it.
const unwaiting = syscall.O_NONBLOCK
