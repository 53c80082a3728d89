//go:build !linux

package main

// pin does nothing where threads cannot be bound.
func pin() (undo func()) { return func() {} }
