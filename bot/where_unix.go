//go:build unix

package bot

import "syscall"

// Dump sends the signal to the whole process group.
func (p *plainProcess) Dump() { syscall.Kill(-p.cmd.Process.Pid, syscall.SIGUSR1) }

// Abort sends the signal to the whole group.
func (p *plainProcess) Abort() { syscall.Kill(-p.cmd.Process.Pid, syscall.SIGABRT) }
