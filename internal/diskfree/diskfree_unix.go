//go:build !windows

package diskfree

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Of returns the bytes that this process can still write to the file system of a path.
func Of(path string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return 0, fmt.Errorf("read the free space of %s: %w", path, err)
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
