//go:build !linux

package main

// pin does nothing where threads cannot be bound.
func pin(int) (undo func()) { return func() {} }
