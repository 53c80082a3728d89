package main

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"agon/contest/config"
	"agon/contest/store/ledgers"
)

// Environment variables about ledgers.
const (
	storeVariable    = "AGON_STORE"
	passwordVariable = "PGPASSWORD" // libpq's
)

// known returns access to the ledgers that exist, with what the environment says about databases. The first call, by main, takes the
// variables out of the environment, so that builds of bots and other programs that agon starts do not get a password.
var known = sync.OnceValues(func() (ledgers.Ledgers, error) {
	text := os.Getenv(storeVariable)
	l := ledgers.Ledgers{Password: os.Getenv(passwordVariable)}
	os.Unsetenv(storeVariable)
	os.Unsetenv(passwordVariable)
	var err error
	if l.Known, err = ledgers.ParsePlace(text); err != nil {
		return l, fmt.Errorf("%s: %w", storeVariable, err)
	}
	return l, nil
})

// ledgersOf returns access to the ledger of a run. A new one is made where --store, the contest's file or AGON_STORE says, in this order.
func (r *running) ledgersOf(f *config.File) (ledgers.Ledgers, error) {
	l, err := known()
	if err != nil {
		return l, err
	}
	switch l.Place = l.Known; {
	case r.store != "":
		place, err := ledgers.ParsePlace(r.store)
		if err != nil {
			return l, fmt.Errorf("--store: %w", err)
		}
		if place.HasPassword() {
			return l, errors.New("--store contains a password, which other users of this machine could read in the list of processes: put the whole address into the environment variable AGON_STORE, or the password into PGPASSWORD or ~/.pgpass")
		}
		l.Place = place.Strict()
	case f.Store != "":
		place, err := ledgers.ParsePlace(f.Store)
		if err != nil {
			return l, fmt.Errorf("%s: store: %w", f.Path, err)
		}
		l.Place = place.Strict()
	}
	l.Patience.Tell, l.Patience.Hurry = func(text string) { r.wait.note(text) }, r.wait.stopped
	return l, nil
}

// waiting connects a run with its ledger, which may wait for a database. Its note is set by the goroutine that writes to the ledger.
type waiting struct {
	note    func(string)  // prints what the ledger waits for
	stopped chan struct{} // closed by stop: ends waits
	once    sync.Once
}

func newWaiting(w *world) *waiting {
	return &waiting{stopped: make(chan struct{}), note: func(text string) { fmt.Fprintf(w.err, "agon: %s\n", text) }}
}

func (w *waiting) stop() { w.once.Do(func() { close(w.stopped) }) }
