//go:build !linux

package corebound

import "os/exec"

// Run runs a command. This system binds no single threads.
func Run(_ []int, cmd *exec.Cmd) error { return cmd.Run() }

// Do calls start.
func Do(_ []int, start func() error) error { return start() }

// Last returns nil.
func Last(int) []int { return nil }
