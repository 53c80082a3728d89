//go:build !linux

package main

import "os/exec"

// runLow runs a command.
func (s *serving) runLow(cmd *exec.Cmd) error { return cmd.Run() }

// low calls start. This system has no priorities for single threads.
func (s *serving) low(start func() error) error { return start() }
