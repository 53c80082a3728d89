//go:build !linux

package process

// processors are those on which a thread may run.
type processors struct{}

// here returns those of this thread.
func here() processors { return processors{} }
