//go:build !linux

package entries

// exchange puts a folder where another one is, or none.
func exchange(from, to string) error { return replace(from, to) }
