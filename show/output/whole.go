package output

import (
	"fmt"
	"os"
	"path/filepath"

	"agon/game"
)

// WriteWhole writes a game's folder completely or not at all.
func WriteWhole(folder string, k *game.Kind, rec *game.Record, players []game.Participant) error {
	part := folder + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := Write(part, k, rec, players); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(folder), err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(part, folder)
}
