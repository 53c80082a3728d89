package postgres

import (
	"context"
	"crypto/rand"
	"os"
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
	"agon/internal/pgserver"
)

var server pgserver.Shared

func TestMain(m *testing.M) {
	storetest.Child(openAt)
	code := m.Run()
	server.Close()
	os.Exit(code)
}

// fresh returns the address of a contest that does not exist yet.
func fresh(t testing.TB) Address {
	t.Helper()
	return addressOf(t, server.Get(t), "test "+rand.Text())
}

func addressOf(t testing.TB, s *pgserver.Server, contest string) Address {
	t.Helper()
	a, err := Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	a.Contest = contest
	return a
}

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Opener {
		a := fresh(t)
		return func() (store.Store, error) { return Open(context.Background(), a, Patience{}) }
	})
}
