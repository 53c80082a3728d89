package beside

import "golang.org/x/sys/unix"

// limitMemory bounds what this process may allocate; more than that ends it.
func limitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes})
}
