package memory

import (
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Opener {
		s := New()
		return func() (store.Store, error) { return s, nil }
	})
}
