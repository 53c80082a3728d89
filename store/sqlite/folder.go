package sqlite

import (
	"context"
	"os"
	"path/filepath"

	"agon/store"
)

// Name is the file of the ledger in the folder of its contest.
const Name = "ledger.db"

// Folders keeps the ledger of each contest in the contest's folder, under [Name].
type Folders struct{}

// Open is [Open] for the ledger of a folder.
func (Folders) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := Open(ctx, filepath.Join(dir, Name))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Remove removes the ledger of a folder, which nobody may have open, with what SQLite keeps beside it. There need not be one.
func (Folders) Remove(dir string) error {
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.RemoveAll(filepath.Join(dir, Name+ending)); err != nil {
			return err
		}
	}
	return nil
}
