//go:build !unix

package training

import "errors"

// SharedMemory fails: processes of this system inherit no descriptors.
func SharedMemory(int, int) ([]byte, error) {
	return nil, errors.New("--memory: learners share memory on Linux and macOS; on Windows run them in its Subsystem for Linux")
}
