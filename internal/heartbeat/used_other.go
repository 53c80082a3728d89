//go:build !linux

package heartbeat

import "time"

// processCPU is not known here: every gap that is no delay is a pause.
func processCPU() time.Duration { return 0 }
