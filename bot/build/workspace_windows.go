package build

import "os/exec"

// fetchUser returns -1: this system has no user IDs to change to.
func fetchUser() int { return -1 }

func (w *workspace) handOver(*exec.Cmd) error { return nil }

func (w *workspace) sweep(*exec.Cmd) {}
