//go:build !linux

package schedstat

import "time"

// A File would report the run delay of a task, which this system does not.
type File int

// Open fails with ErrUnknown.
func Open(process, task int) (File, error) { return 0, ErrUnknown }

// Own fails with ErrUnknown.
func Own() (File, error) { return 0, ErrUnknown }

// Delay fails with ErrUnknown.
func (File) Delay() (time.Duration, error) { return 0, ErrUnknown }

// Close does nothing.
func (File) Close() {}
