package wasm

import (
	"fmt"
	"strings"

	"agon/bot"
)

// How a process that ran a module ends. Codes of the module's own are passed on where they fit in between; the others have codes here,
// so that no module can pass for one that was stopped by the runtime.
const (
	firstOwn     = 200
	endedWithTwo = firstOwn + iota // the module ended with 2, which is also how Go's runtime ends
	endedBeyond                    // the module ended with a code from 200 on, which the log has
	OutOfMemory                    // it failed after it was refused memory
	TooLarge                       // it needs more memory to start than it may have
	Failed                         // it could not be started, or an error stopped it that is none of the traps; the log has it
	trapped                        // and beyond: a trap
)

// traps are the errors that stop a module, in the runtime's words. Their order is that of the codes.
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

// trap is what the runtime puts before the name of a trap.
const trap = "wasm error: "

// TrapCode is the exit code of an error of the runtime, whose first line ends with the trap.
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

// ModuleCode is the exit code that says that the module itself ended with a code.
func ModuleCode(own uint32) int {
	switch {
	case own == 2:
		return endedWithTwo
	case own >= firstOwn:
		return endedBeyond
	}
	return int(own)
}

// Ending says in words how the process of the module ended, where its exit code is one of the runtime's.
func (r Run) Ending(e bot.Exit) bot.Exit {
	if e.Fault != "" || e.Signal != "" {
		return e // a limit, or somebody else, ended it
	}
	const runtimeFailed = 2
	switch code := e.Code; {
	case code == endedWithTwo:
		e.Code = 2
	case code == endedBeyond:
		e.Fault = fmt.Sprintf("it ended with code %d or above; see its log", firstOwn)
	case code == OutOfMemory:
		e.Memory, e.Fault = true, fmt.Sprintf("it wanted more than %d MiB of memory and may have %d with the runtime's own", r.Share()>>20, r.Memory>>20)
	case code == TooLarge:
		e.Memory, e.Fault = true, fmt.Sprintf("it needs more than %d MiB of memory to start and may have %d with the runtime's own", r.Share()>>20, r.Memory>>20)
	case code == runtimeFailed:
		e.Memory, e.Fault = true, fmt.Sprintf("it and the runtime found no more memory; they may have %d MiB", r.Memory>>20)
	case code == Failed:
		e.Fault = "it was stopped by an error; see its log"
	case code >= trapped && code < trapped+len(traps):
		e.Fault = "it was stopped by an error: " + trap + traps[code-trapped]
	}
	return e
}
