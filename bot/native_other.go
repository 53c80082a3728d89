//go:build !linux

package bot

import "time"

// threadCPU is below 0: wall time is charged.
func threadCPU() time.Duration { return -1 }
