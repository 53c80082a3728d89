//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// apart keeps the signals of a terminal from the command line: Ctrl-C is for agon.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
