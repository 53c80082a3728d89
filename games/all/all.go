// Package all lists the kinds that agon hosts. The list is written by a generator: one line for each folder under games.
package all

//go:generate go run ../../internal/kindlist

import (
	"fmt"
	"strings"

	"agon/game"
	"agon/internal/nearest"
)

// Kinds returns new values of all kinds, in alphabetical order. It is cheap.
func Kinds() []*game.Kind { return kinds() }

// Find returns a kind by its name; the error suggests the nearest name.
func Find(name string) (*game.Kind, error) {
	var names []string
	title := ""
	for _, k := range kinds() {
		if k.Name == name {
			return k, nil
		}
		if strings.EqualFold(strings.ReplaceAll(k.Title, " ", ""), strings.NewReplacer(" ", "", "-", "").Replace(name)) {
			title = fmt.Sprintf("; %s is called %q here", k.Title, k.Name)
		}
		names = append(names, k.Name)
	}
	hint := nearest.Hint(name, names)
	if hint == "" {
		hint = title
	}
	return nil, fmt.Errorf("unknown kind of game %q%s; agon games lists them", name, hint)
}
