package main

import (
	"fmt"
	"io/fs"

	"agon/game"
)

// readKindFile reads a file that a kind brings along.
func readKindFile(k *game.Kind, name string) ([]byte, error) {
	if k.Files == nil {
		return nil, fmt.Errorf("%s brings no %s", k.Name, name)
	}
	return fs.ReadFile(k.Files, name)
}
