//go:build !linux

package program

import "os"

// unreadFile is unknown on this system.
func unreadFile(*os.File) int { return -1 }
