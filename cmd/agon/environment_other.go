//go:build !unix

package main

import "errors"

// sharedMemory fails: processes of this system inherit no descriptors.
func sharedMemory(int, int) ([]byte, error) {
	return nil, errors.New("--memory: learners share memory on Linux and macOS; on Windows run them in its Subsystem for Linux")
}
