//go:build !unix

package shim

import "errors"

// Main does nothing: engines that start their bots are played on Linux only.
func Main([]string) (int, error) {
	return 2, errors.New("there is no seat in an engine on this system")
}
