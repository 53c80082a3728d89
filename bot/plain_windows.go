package bot

import (
	"os"
	"os/exec"
)

func detach(*exec.Cmd) {}

func killTree(cmd *exec.Cmd) { cmd.Process.Kill() }

func signal(*os.ProcessState) string { return "" }
