//go:build !linux

package worker

// pin does nothing: this system cannot bind a thread to a processor.
func pin(int) (release func()) { return func() {} }
