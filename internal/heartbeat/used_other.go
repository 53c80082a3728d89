//go:build !linux

package heartbeat

import "time"

// processCPU returns 0: every gap that is no run delay counts as a pause.
func processCPU() time.Duration { return 0 }
