package build

import "os/exec"

// stranger: this system has no users that a process could become.
func stranger() int { return -1 }

func (g *ground) handOver(*exec.Cmd) error { return nil }

func (g *ground) sweep(*exec.Cmd) {}
