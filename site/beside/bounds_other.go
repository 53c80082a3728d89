//go:build !linux

package beside

import (
	"os/exec"
	"runtime/debug"
)

// runLow runs a command.
func (p *Program) runLow(cmd *exec.Cmd) error { return cmd.Run() }

// low calls start. This system has no priorities for single threads.
func (p *Program) low(start func() error) error { return start() }

// limitMemory has this process collect its garbage before it has so many bytes; the system has no limit that would end it.
func limitMemory(bytes uint64) error {
	debug.SetMemoryLimit(int64(bytes))
	return nil
}
