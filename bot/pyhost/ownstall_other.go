//go:build !linux

package pyhost

import "time"

// ownStall is how long the calling thread could run and had no processor: 0, nobody says.
func ownStall() time.Duration { return 0 }
