package program

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// duplicateFile makes a copy of a pipe's handle: a launcher closes its files when the program has ended, and data still in the pipe must be
// read nevertheless.
func duplicateFile(f *os.File) (*os.File, error) {
	self := windows.CurrentProcess()
	var own windows.Handle
	if err := windows.DuplicateHandle(self, windows.Handle(f.Fd()), self, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return nil, fmt.Errorf("copy a pipe: %w", err)
	}
	return os.NewFile(uintptr(own), f.Name()), nil
}

// tryWrite writes nothing: this system cannot write to a pipe without blocking, so a goroutine does.
func tryWrite(*os.File, []byte) int { return 0 }
