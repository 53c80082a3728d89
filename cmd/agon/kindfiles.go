package main

import (
	"fmt"
	"io/fs"

	"agon/game"
)

// readKindFile reads a file of a kind's own folder.
func readKindFile(k *game.Kind, name string) ([]byte, error) {
	if k.Files == nil {
		return nil, fmt.Errorf("%s has no file %s", k.Name, name)
	}
	return fs.ReadFile(k.Files, name)
}
