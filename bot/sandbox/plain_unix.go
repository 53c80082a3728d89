//go:build unix

package sandbox

import (
	"os"
	"os/exec"
	"syscall"

	"agon/bot"
)

// ownGroupOf starts the program in a session of its own, so that no signal to its process group reaches the host.
func ownGroupOf(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func endGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func endSignal(state *os.ProcessState) syscall.Signal {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return status.Signal()
	}
	return 0
}

func (p *plainTree) addSignals(to *bot.Process) {
	to.Dump = func() { syscall.Kill(-p.pid(), syscall.SIGUSR1) }
	to.Abort = func() { syscall.Kill(-p.pid(), syscall.SIGABRT) }
}
