//go:build unix

package shim

import (
	"os"
	"syscall"
)

// inode returns the inode of a file; 0: it has none.
func inode(f *os.File) uint64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return s.Ino
}

// code returns the exit code of a process: 128 and the number of the signal that ended it.
func code(p *os.ProcessState) int {
	if s, ok := p.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return p.ExitCode()
}
