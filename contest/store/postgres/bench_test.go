package postgres

import (
	"context"
	"errors"
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
	"agon/internal/pgserver"
)

// BenchmarkRows writes to a server that flushes every transaction to the disk.
func BenchmarkRows(b *testing.B) {
	server, err := pgserver.New(pgserver.Durable)
	if errors.Is(err, pgserver.ErrMissing) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer server.Close()
	storetest.Rows(b, func() (store.Store, error) {
		return Open(context.Background(), addressOf(b, server, "bench"), Patience{})
	})
}
