package diskfree

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// Of returns the bytes that this process can still write to the file system of a path.
func Of(path string) (int64, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, fmt.Errorf("read the free space of %s: %w", path, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("read the free space of %s: %w", path, err)
	}
	return int64(free), nil
}
