//go:build !linux

package main

import "time"

// pin does nothing: this system cannot bind threads.
func pin(int) (undo func()) { return func() {} }

var begun = time.Now()

// processorTime returns wall time: this system is not asked for processor time.
func processorTime() time.Duration { return time.Since(begun) }
