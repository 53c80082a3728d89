package sandbox

import (
	"os"
	"os/exec"
	"syscall"

	"agon/bot"
)

// ownGroupOf keeps the console's Ctrl-C from the program.
func ownGroupOf(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// endGroup kills the program. Its children keep running: Windows has no process groups that can be killed.
func endGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func endSignal(*os.ProcessState) syscall.Signal { return 0 }

// addSignals adds nothing: Windows has no such signals.
func (p *plainTree) addSignals(*bot.Process) {}
