//go:build !linux

package sandbox

// UsageOf returns nothing: this system does not report a program's tree.
func UsageOf(int) Usage { return Usage{} }
