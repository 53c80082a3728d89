//go:build !linux

package sandbox

import "time"

// Spent returns 0: this system does not report a program's tree.
func Spent(int) time.Duration { return 0 }
