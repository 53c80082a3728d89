package postgres

import (
	"context"
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
)

// openAt opens a contest's ledger, as a killed process and those after it do.
func openAt(address string) (store.Store, error) {
	a, err := Parse(address)
	if err != nil {
		return nil, err
	}
	return Open(context.Background(), a, Patience{})
}

// The contest of a killed process is free at once.
func TestKilledProcessesLoseNothing(t *testing.T) {
	t.Parallel()
	address := fresh(t).String()
	storetest.Killed(t, address, func() (store.Store, error) { return openAt(address) })
}
