//go:build unix

package training

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"agon/internal/cause"
)

// SharedMemory gives the file of an inherited descriptor the size of a block, and returns its memory.
func SharedMemory(descriptor, size int) ([]byte, error) {
	refused := func(err error) error {
		return fmt.Errorf("--memory %d: a learner passes the descriptor of an empty file to this process, as the Python package agon "+
			"does: %w",
			descriptor, err)
	}
	if descriptor < 3 {
		return nil, fmt.Errorf("--memory %d: 0 to 2 are standard input, output and error; pass another descriptor", descriptor)
	}
	f := os.NewFile(uintptr(descriptor), "memory")
	if f == nil {
		return nil, refused(unix.EBADF)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, refused(err)
	case !info.Mode().IsRegular() || info.Size() != 0:
		return nil, refused(fmt.Errorf("this one is not empty, or no file"))
	}
	if err := f.Truncate(int64(size)); err != nil {
		return nil, cause.Host(err)
	}
	memory, err := unix.Mmap(descriptor, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, cause.Host(fmt.Errorf("share %d bytes of memory: %w", size, err))
	}
	return memory, nil
}
