//go:build !linux

package beside

import "runtime/debug"

// limitMemory has this process collect its garbage before it has so many bytes; the system has no limit that would end it.
func limitMemory(bytes uint64) error {
	debug.SetMemoryLimit(int64(bytes))
	return nil
}
