//go:build !linux

package bot

import (
	"os/exec"
	"time"
)

func processCPU(*exec.Cmd) time.Duration { return 0 }

func start(cmd *exec.Cmd) error { return cmd.Start() }
