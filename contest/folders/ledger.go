package folders

import (
	"errors"
	"fmt"
	"sync"

	"agon/contest/config"
	"agon/contest/store/ledgers"
)

// ForRun returns access to the ledger of a run of a contest's file. A new one is made where chosen, the file or the environment says, in this order.
func (f *Folders) ForRun(chosen string, file *config.File, w *Waiting) (ledgers.Ledgers, error) {
	l, err := f.Ledgers()
	if err != nil {
		return l, err
	}
	switch l.Place = l.Known; {
	case chosen != "":
		place, err := ledgers.ParsePlace(chosen)
		if err != nil {
			return l, fmt.Errorf("--store: %w", err)
		}
		if place.HasPassword() {
			return l, errors.New("--store contains a password, which other users of this machine could read in the list of processes: put the whole " +
				"address into the environment variable AGON_STORE, or the password into PGPASSWORD or ~/.pgpass")
		}
		l.Place = place.Strict()
	case file.Store != "":
		place, err := ledgers.ParsePlace(file.Store)
		if err != nil {
			return l, fmt.Errorf("%s: store: %w", file.Path, err)
		}
		l.Place = place.Strict()
	}
	l.Patience.Tell, l.Patience.Hurry = func(text string) { w.Note(text) }, w.stopped
	return l, nil
}

// Waiting connects a run with its ledger, which may wait for a database. Its Note is set by the goroutine that writes to the ledger.
type Waiting struct {
	Note func(text string) // takes what the ledger waits for

	stopped chan struct{} // closed by Stop
	once    sync.Once
}

// NewWaiting returns the connection for one run.
func NewWaiting(note func(text string)) *Waiting {
	return &Waiting{Note: note, stopped: make(chan struct{})}
}

// Stop ends waits.
func (w *Waiting) Stop() { w.once.Do(func() { close(w.stopped) }) }
