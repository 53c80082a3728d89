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

// String returns the names of the limits in the set, such as "memory" or "disk+tasks"; empty for none.
func (l Limit) String() string {
	var names []string
	for i, n := range limitNames {
		if l>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "+")
}

// An Exit describes how a program ended and what its process tree used.
type Exit struct {
	Code   int            // its exit code, -1 if a signal ended it
	Signal syscall.Signal // the signal that ended it; 0: none
	Killed bool           // Kill was called before it ended
	Hit    Limit          // the limits that were reached, whether or not they ended the program
	CPU    time.Duration  // processor time of the tree
	Peak   int64          // largest memory in bytes; 0: unknown
	Host   error          // why the host ended it; nil: the kernel reports no such cause
}

// Cause returns the limit that ended the program: of those it hit, the most severe. It returns 0 for a program that exited with code 0 or
// was ended by Kill.
func (e Exit) Cause() Limit {
	if e.Killed || e.Code == 0 || e.Host != nil {
		return 0
	}
	return e.Hit & -e.Hit
}

// String describes the end in a few words, such as "exit 1" or "killed: memory".
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
