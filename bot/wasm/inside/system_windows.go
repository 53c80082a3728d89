package inside

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// processorTime is what this process has used.
func processorTime() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user) != nil {
		return 0
	}
	const unit = 100 * time.Nanosecond
	ticks := func(f windows.Filetime) time.Duration {
		return time.Duration(uint64(f.HighDateTime)<<32 | uint64(f.LowDateTime))
	}
	return (ticks(kernel) + ticks(user)) * unit
}

// reserve takes addresses for so many bytes, which cost no memory yet.
func reserve(size uint64) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// commit makes a part of what was reserved usable. It is zero.
func commit(part []byte) error {
	_, err := windows.VirtualAlloc(uintptr(unsafe.Pointer(unsafe.SliceData(part))), uintptr(len(part)), windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}
