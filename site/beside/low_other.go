//go:build !linux

package beside

import "os/exec"

// runLow runs a command.
func (p *Program) runLow(cmd *exec.Cmd) error { return cmd.Run() }

// low calls start. This system has no priorities for single threads.
func (p *Program) low(start func() error) error { return start() }
