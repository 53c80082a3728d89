package store

import "fmt"

// InUse is the error of a ledger that another run is writing to.
type InUse struct {
	Name string // of the ledger
	By   string // the run; empty if it is unknown
}

// Error describes who uses the ledger, and what to do.
func (e *InUse) Error() string {
	by := "another run"
	if e.By != "" {
		by += " (" + e.By + ")"
	}
	return fmt.Sprintf("the ledger %s is in use by %s; wait for it, or stop it", e.Name, by)
}
