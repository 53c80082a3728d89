package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.Child(func(path string) (store.Store, error) { return Open(context.Background(), path) })
	os.Exit(m.Run())
}

func TestKilledProcessesLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	storetest.Killed(t, path, func() (store.Store, error) { return Open(context.Background(), path) })
}
