package sandbox

import (
	"strings"
	"syscall"
	"time"
)

// A Limit is one of [bot.Limits], or a set of them.
type Limit uint8

// The limits that an Exit can name.
const (
	Memory Limit = 1 << iota
	CPU
	Disk // Disk or FileSize, in bytes or files
	Tasks
)

var limitNames = [...]string{"memory", "cpu", "disk", "tasks"}

// String names the limits of the set: "memory", "disk+tasks", or nothing.
func (l Limit) String() string {
	var names []string
	for i, n := range limitNames {
		if l>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "+")
}

// An Exit is how a program ended, and what its tree of processes used.
type Exit struct {
	Code   int            // what it exited with, -1 if a signal ended it
	Signal syscall.Signal // the signal that ended it; 0: none
	Killed bool           // Kill was called before it ended
	Hit    Limit          // the limits that were reached, whether or not the program survived that
	CPU    time.Duration  // processor time of the tree
	Peak   int64          // most bytes of memory at one time; 0: not known
	Host   error          // what of the host ended it, which is no doing of the program's; nil: nothing that the kernel reports
}

// Cause is the limit that ended the program: the gravest that was hit, if the program failed. A program that exited with 0, or
// that Kill ended, was ended by no limit.
func (e Exit) Cause() Limit {
	if e.Killed || e.Code == 0 || e.Host != nil {
		return 0
	}
	return e.Hit & -e.Hit
}

// String says it in a few words: "exit 1", "killed: memory".
func (e Exit) String() string {
	switch {
	case e.Host != nil:
		return "ended by the host: " + e.Host.Error()
	case e.Killed:
		return "killed by the host"
	case e.Cause() != 0 && e.Signal != 0:
		return "killed: " + e.Cause().String()
	case e.Signal != 0:
		return "ended by signal: " + e.Signal.String()
	case e.Cause() != 0:
		return "exit " + itoa(e.Code) + ": " + e.Cause().String()
	}
	return "exit " + itoa(e.Code)
}
