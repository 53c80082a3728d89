//go:build !linux

package program

import "os"

// unreadFile returns -1: this system does not report it.
func unreadFile(*os.File) int { return -1 }

func (l *pumped) read(b []byte) (int, error) { return l.out.Read(b) }

// drained is not asked: this system does not show what a program waits for.
func (l *pumped) drained() bool { return true }
