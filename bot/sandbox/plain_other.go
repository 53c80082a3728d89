//go:build !linux

package sandbox

import (
	"os"
	"time"

	"agon/bot"
)

// await returns when the program has ended and is reaped. Until its group is killed, its number could in theory be reused for another
// group.
func (p *plainTree) await() { p.cmd.Wait() }

func peak(*os.ProcessState) int64 { return 0 }

// turns does nothing: this system does not report a program's tree.
type turns struct{}

func newTurns(int) turns                 { return turns{} }
func (turns) pause(int)                  {}
func (turns) resume(int) time.Duration   { return 0 }
func (turns) cpu(int) time.Duration      { return 0 }    // it is known only at the end
func (turns) hasSeveral() bool           { return true } // perhaps
func (turns) watch(*os.File)             {}
func (turns) awaits(int, bool) bot.Input { return bot.InputUnknown }
func (turns) reads(int, uint64) bool     { return false }
func (turns) of(pid int) []int           { return []int{pid} }
func (turns) queued(int) bool            { return false }
func (turns) asleep(int) bool            { return false }
func (turns) blocked(int) bool           { return false }
func (turns) close()                     {}

// plainStall counts nothing on this system.
type plainStall struct{}

func (plainStall) read(func() []int, bool) time.Duration { return 0 }
func (plainStall) close()                                {}

func heldBy([]int) int64 { return 0 }

// endStrays does nothing: this system does not show the environment of other processes.
func endStrays(string) {}
