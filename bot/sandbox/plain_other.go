//go:build !linux

package sandbox

import (
	"os"
	"time"
)

// await returns when the program has ended and is reaped. Until its group is killed, its number could in theory be reused for another
// group.
func (p *plainTree) await() { p.cmd.Wait() }

func peak(*os.ProcessState) int64 { return 0 }

// turns does nothing: this system does not report a program's tree.
type turns struct{}

func newTurns(int) turns               { return turns{} }
func (turns) pause(int)                {}
func (turns) resume(int) time.Duration { return 0 }
func (turns) cpu(int) time.Duration    { return 0 }    // it is known only at the end
func (turns) hasSeveral() bool         { return true } // perhaps
func (turns) close()                   {}

// plainStall counts nothing on this system.
type plainStall struct{}

func (plainStall) read(int, bool) time.Duration { return 0 }
func (plainStall) close()                       {}

// inputWatch knows nothing: this system does not show what a process waits for.
type inputWatch struct{}

func newInputWatch(*os.File) inputWatch                   { return inputWatch{} }
func (inputWatch) waits(func() []int) (waits, known bool) { return false, false }
func (inputWatch) close()                                 {}

func treeOf(pid int) []int { return []int{pid} }

func heldBy([]int) int64 { return 0 }

func queuedBelow(int) bool { return false }
func asleepBelow(int) bool { return false }

// endStrays does nothing: this system does not show the environment of other processes.
func endStrays(string) {}
