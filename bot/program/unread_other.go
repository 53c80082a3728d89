//go:build !linux

package program

import "os"

// unreadFile returns -1: this system does not report it.
func unreadFile(*os.File) int { return -1 }
