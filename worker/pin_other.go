//go:build !linux

package worker

// pin does nothing: this system lets no thread be bound to a processor.
func pin(int) (release func()) { return func() {} }
