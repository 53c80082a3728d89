//go:build !linux

package main

import "time"

// pin does nothing where threads cannot be bound.
func pin(int) (undo func()) { return func() {} }

var begun = time.Now()

// processorTime is wall time where the system is not asked for processor time.
func processorTime() time.Duration { return time.Since(begun) }
