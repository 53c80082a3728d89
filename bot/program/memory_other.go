//go:build !linux

package program

func roomy(string) bool { return false }

func runsFrom(string) bool { return false }
