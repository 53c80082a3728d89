package inside

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// processorTime returns the processor time of this process.
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

// reserve reserves addresses for size bytes, without memory.
func reserve(size uint64) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// commit makes a part of the reservation usable. It is zero.
func commit(part []byte) error {
	_, err := windows.VirtualAlloc(uintptr(unsafe.Pointer(unsafe.SliceData(part))), uintptr(len(part)), windows.MEM_COMMIT,
		windows.PAGE_READWRITE)
	return err
}
