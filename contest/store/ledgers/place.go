package ledgers

import (
	"fmt"

	"agon/contest/store/postgres"
)

// A Place is where ledgers are: in files in the folders of their contests, which is the zero Place, or in a database.
type Place struct {
	address *postgres.Address // nil: in files
	strict  bool              // a folder whose ledger is elsewhere is refused
}

// ParsePlace parses SQLite, or the address of a database. Its errors do not contain a password.
func ParsePlace(text string) (Place, error) {
	if text == "" || text == SQLite {
		return Place{}, nil
	}
	a, err := postgres.Parse(text)
	if err != nil {
		return Place{}, fmt.Errorf("%w; or %q for a file in the contest's folder", err, SQLite)
	}
	return Place{address: &a}, nil
}

// Strict returns the place, for which a folder with a ledger elsewhere is refused.
func (p Place) Strict() Place {
	p.strict = true
	return p
}

// HasPassword reports whether the place contains a password.
func (p Place) HasPassword() bool { return p.address != nil && p.address.HasPassword() }

// String returns the place without password.
func (p Place) String() string {
	if p.address == nil {
		return "a file in its folder"
	}
	return p.address.String()
}

// differs reports whether a place that was asked for is not that of a ledger. A place that was not asked for does not.
func (p Place) differs(from Place) bool {
	if p.address == nil || from.address == nil {
		return (p.address == nil) != (from.address == nil) && (p.address != nil || p.strict)
	}
	return !p.address.Same(*from.address) || p.address.Contest != "" && p.address.Contest != from.address.Contest
}
