//go:build !linux

package pyhost

import "time"

// ownStall returns 0: this system does not report run delays.
func ownStall() time.Duration { return 0 }
