//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"time"
)

// await returns when the program has ended. It is reaped by then: in the moment before its group is ended, its number could in
// principle be given to another group.
func (p *plainBody) await() { p.cmd.Wait() }

func peak(*os.ProcessState) int64 { return 0 }

func plainCPU(int) (time.Duration, error) {
	return 0, errors.New("processor time is known only at the end on this system")
}

// turns does nothing: a program's tree is not known on this system.
type turns struct{}

func newTurns(int) turns               { return turns{} }
func (turns) pause(int)                {}
func (turns) resume(int) time.Duration { return 0 }
func (turns) sleeps(int) (int64, bool) { return 0, false }
func (turns) close()                   {}

// plainStall counts nothing here.
type plainStall struct{}

func (plainStall) read(int, bool) (time.Duration, error) {
	return 0, errors.New("this system does not report stalls")
}

func (plainStall) close() {}

func queuedBelow(int) bool { return false }

// endStrays does nothing: the environment of other processes cannot be read on this system.
func endStrays(string) {}
