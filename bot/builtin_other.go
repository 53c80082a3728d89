//go:build !linux

package bot

import "time"

// ThreadCPU returns a negative value: wall time is charged.
func ThreadCPU() time.Duration { return -1 }
