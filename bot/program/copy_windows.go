package program

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// duplicateFile makes our own handle of a pipe: a launcher closes its files when the program has ended, and what is still in the pipe
// then must be read all the same.
func duplicateFile(f *os.File) (*os.File, error) {
	self := windows.CurrentProcess()
	var own windows.Handle
	if err := windows.DuplicateHandle(self, windows.Handle(f.Fd()), self, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return nil, fmt.Errorf("take over a pipe: %w", err)
	}
	return os.NewFile(uintptr(own), f.Name()), nil
}

// tryWrite writes nothing: this system cannot write to a pipe without waiting, so a goroutine does.
func tryWrite(*os.File, []byte) int { return 0 }
