package sqlite

import (
	"context"
	"os"
	"path/filepath"

	"agon/store"
)

// Name is the file name of the ledger in the folder of its contest.
const Name = "ledger.db"

// Folders opens the ledgers of contests in their folders, under [Name].
type Folders struct{}

// Open is [Open] for the ledger of a folder.
func (Folders) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := Open(ctx, filepath.Join(dir, Name))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Remove removes the ledger of a folder, with SQLite's files beside it. Nobody may have it open; it need not exist.
func (Folders) Remove(_ context.Context, dir string) error {
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.RemoveAll(filepath.Join(dir, Name+ending)); err != nil {
			return err
		}
	}
	return nil
}
