package bot

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"agon/game"
)

// A Limit is one of [Limits], or a set of them.
type Limit uint8

// The limits that an Exit can name.
const (
	MemoryLimit Limit = 1 << iota
	CPULimit
	DiskLimit // Disk or FileSize, in bytes or files
	TasksLimit
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
	Fault  string         // the limit or the error of its runtime that ended it, in words; empty for none
	CPU    time.Duration  // processor time of the tree; 0: unknown
	Peak   int64          // largest memory of the tree in bytes; 0: unknown
	Host   error          // why the host ended it; such an end does not count. nil: the kernel reports no such cause
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
		return "exit " + strconv.Itoa(e.Code) + ": " + e.Cause().String()
	}
	return "exit " + strconv.Itoa(e.Code)
}

// Exceeded describes the limit that ended a program, with its figure, as a fault of the bot; empty for none.
func (l Limits) Exceeded(cause Limit) string {
	switch cause {
	case MemoryLimit:
		return fmt.Sprintf("it used more than its limit of %d MiB of memory", l.Memory>>20)
	case CPULimit:
		return fmt.Sprintf("it used more than its limit of %v of processor time", l.CPU)
	case DiskLimit:
		return fmt.Sprintf("it wrote more than its limit of %d MiB", l.Disk>>20)
	case TasksLimit:
		return fmt.Sprintf("it started more than its limit of %d processes and threads", l.Tasks)
	}
	return ""
}

// Ended describes the end of a program that should have answered. own is false if it was killed after it closed its standard output.
func (e Exit) Ended(own bool) (game.Fault, string) {
	fault, note := game.Crashed, fmt.Sprintf("its process ended with code %d", e.Code)
	switch {
	case e.Fault != "":
		note = e.Fault
	case !own:
		note = "it closed its standard output and was killed"
	case e.Signal != 0:
		note = "its process ended by signal: " + e.Signal.String()
	}
	switch e.Cause() {
	case MemoryLimit:
		fault = game.Memory
	case CPULimit:
		fault = game.CPUTime
	}
	return fault, note
}
