//go:build !linux

package program

import "os"

// unreadFile cannot be told here.
func unreadFile(*os.File) int { return -1 }
