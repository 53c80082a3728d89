package sandbox

import (
	"errors"
	"syscall"
	"time"
)

// whileBusy starts a program, again and again for a second while its file is busy. A file that this process has just written is, for a
// moment, if another thread forked meanwhile: the child has it open for writing until it executes a program (golang/go#22315).
func whileBusy(start func() error) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := start()
		if !errors.Is(err, syscall.ETXTBSY) || wait > time.Second/2 {
			return err
		}
		time.Sleep(wait)
	}
}
