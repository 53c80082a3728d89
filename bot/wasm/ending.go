package wasm

import (
	"fmt"
	"strings"

	"agon/bot"
)

// Exit codes of a process that ran a module. The module's own codes are passed on unless they collide with these, so that no module can
// pretend to have been stopped by the runtime.
const (
	firstOwn     = 200
	endedWithTwo = firstOwn + iota // the module exited with 2, which is also the exit code of a Go panic
	endedBeyond                    // the module exited with a code from 200 on, which is in the log
	OutOfMemory                    // it failed after a request for memory was refused
	TooLarge                       // it needs more memory to start than its limit
	Failed                         // it could not be started, or was stopped by an error other than a trap, which is in the log
	trapped                        // first code of the traps
)

// traps are the errors that stop a module, in the runtime's words and in the order of their codes.
var traps = [...]string{
	"stack overflow",
	"invalid conversion to integer",
	"integer overflow",
	"integer divide by zero",
	"unreachable",
	"out of bounds memory access",
	"invalid table access",
	"indirect call type mismatch",
	"unaligned atomic",
	"expected shared memory",
	"too many waiters",
	"uncaught exception",
	"null reference",
}

// trap is the runtime's prefix for the name of a trap.
const trap = "wasm error: "

// TrapCode returns the exit code for an error of the runtime, whose first line ends with the trap.
func TrapCode(text string) int {
	first, _, _ := strings.Cut(text, "\n")
	_, what, _ := strings.Cut(first, " failed: ")
	for i, t := range traps {
		if t == strings.TrimPrefix(what, trap) {
			return trapped + i
		}
	}
	return Failed
}

// ModuleCode returns the exit code for a module that exited with own.
func ModuleCode(own uint32) int {
	switch {
	case own == 2:
		return endedWithTwo
	case own >= firstOwn:
		return endedBeyond
	}
	return int(own)
}

// Ending describes how the process of the module ended, if its exit code is one of the runtime's.
func (r Run) Ending(e bot.Exit) bot.Exit {
	if e.Fault != "" || e.Signal != 0 {
		return e // ended by a limit or from outside
	}
	const runtimeFailed = 2
	switch code := e.Code; {
	case code == endedWithTwo:
		e.Code = 2
	case code == endedBeyond:
		e.Fault = fmt.Sprintf("it ended with code %d or above; see its log", firstOwn)
	case code == OutOfMemory:
		e.Hit, e.Fault = bot.MemoryLimit,
			fmt.Sprintf("it requested more than %d MiB of memory; its limit is %d with the runtime's own", r.Share()>>20, r.Memory>>20)
	case code == TooLarge:
		e.Hit, e.Fault = bot.MemoryLimit,
			fmt.Sprintf("it needs more than %d MiB of memory to start; its limit is %d with the runtime's own", r.Share()>>20, r.Memory>>20)
	case code == runtimeFailed:
		e.Hit, e.Fault = bot.MemoryLimit, fmt.Sprintf("it and the runtime ran out of memory; their limit is %d MiB", r.Memory>>20)
	case code == Failed:
		e.Fault = "it was stopped by an error; see its log"
	case code >= trapped && code < trapped+len(traps):
		e.Fault = "it was stopped by an error: " + trap + traps[code-trapped]
	}
	return e
}
