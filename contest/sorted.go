package contest

import (
	"maps"
	"slices"
)

// sorted returns the keys of a map in alphabetical order, so that nothing depends on the map's order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
