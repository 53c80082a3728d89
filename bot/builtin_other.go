//go:build !linux

package bot

import "time"

// threadCPU returns a negative value: wall time is charged.
func threadCPU() time.Duration { return -1 }
