//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// apart keeps the terminal's signals from the engine's command: Ctrl-C is for agon.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
