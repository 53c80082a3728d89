package sqlite

import "os"

// Name is the file name of the ledger in the folder of its contest.
const Name = "ledger.db"

// Remove removes the ledger at a path, with SQLite's files beside it. Nobody may have it open; it need not exist.
func Remove(path string) error {
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.RemoveAll(path + ending); err != nil {
			return err
		}
	}
	return nil
}
