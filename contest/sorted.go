package contest

import (
	"maps"
	"slices"
)

// sorted is the keys of a map in alphabetical order, so that nothing depends on a map's own.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
