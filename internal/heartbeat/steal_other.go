//go:build !linux

package heartbeat

import "time"

// Stolen returns 0: this system does not report it.
func Stolen() time.Duration { return 0 }
