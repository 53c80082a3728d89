/*
Package ledgers opens the ledger of a contest wherever it is: in an SQLite file in the contest's folder, or in a PostgreSQL database, whose
address is then in a file in that folder.

A run says once where a new ledger is to be. Everything else asks the folder.
*/
package ledgers

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/contest/store"
	"agon/contest/store/postgres"
	"agon/contest/store/sqlite"
	"agon/internal/regular"
	"agon/internal/wholefile"
)

// FileName is the name of the file in a contest's folder that contains the address of its ledger, if that is in a database.
const FileName = "ledger.url"

// SQLite is the place of ledgers that are files in the folders of their contests.
const SQLite = "sqlite"

// Ledgers opens the ledgers of contests. The zero Ledgers opens those that exist, and makes new ones in files.
type Ledgers struct {
	Place    Place             // of new ledgers
	Known    Place             // of the environment: it completes an address in a folder with its password
	Password string            // for addresses without one; empty: libpq's password file
	Patience postgres.Patience // of runs
}

// Has reports whether a folder has a ledger, or the address of one.
func Has(dir string) bool {
	for _, name := range Names {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// Names are the names of the files of which a contest's folder has one.
var Names = []string{sqlite.Name, FileName}

// Describe returns the place of a folder's ledger, for readers.
func Describe(dir string) string {
	if place, err := kept(dir); err == nil && place.address != nil {
		return place.String()
	}
	return filepath.Join(dir, sqlite.Name)
}

// Open opens the ledger of a folder for a run, and creates it if there is none. Errors are those of package sqlite or postgres.
func (l Ledgers) Open(ctx context.Context, dir string) (store.Store, error) {
	place, err := l.settled(dir)
	if err != nil {
		return nil, err
	}
	if place.address == nil {
		return opened(sqlite.Open(ctx, filepath.Join(dir, sqlite.Name)))
	}
	s, err := postgres.Open(ctx, l.completed(*place.address), l.Patience)
	if err != nil {
		return nil, err
	}
	// The address is kept once it has proved right, so that a wrong one can be given again.
	if err := keep(dir, *place.address); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Read opens the ledger of a folder for reading, and changes nothing. live means that a run is using the folder.
func (l Ledgers) Read(ctx context.Context, dir string, live bool) (store.Store, error) {
	place, err := kept(dir)
	if err != nil {
		return nil, err
	}
	if place.address == nil {
		return opened(sqlite.Read(ctx, filepath.Join(dir, sqlite.Name), live))
	}
	return opened(postgres.Read(ctx, l.completed(*place.address)))
}

// OpenBeside opens the ledger of a folder to note events, whether or not a run is using it.
func (l Ledgers) OpenBeside(ctx context.Context, dir string) (store.Store, error) {
	place, err := kept(dir)
	if err != nil {
		return nil, err
	}
	if place.address == nil {
		return opened(sqlite.Open(ctx, filepath.Join(dir, sqlite.Name)))
	}
	return opened(postgres.Read(ctx, l.completed(*place.address)))
}

// opened returns a nil interface with an error.
func opened[S store.Store](s S, err error) (store.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Remove removes the ledger of a folder, if any. The next one is made in the same place, unless Place names another.
func (l Ledgers) Remove(ctx context.Context, dir string) error {
	place, err := kept(dir)
	if err != nil {
		return err
	}
	if place.address != nil {
		if err := postgres.Remove(ctx, l.completed(*place.address)); err != nil {
			return err
		}
		if l.Place.differs(place) {
			if err := os.Remove(filepath.Join(dir, FileName)); err != nil {
				return err
			}
		}
	}
	return sqlite.Remove(filepath.Join(dir, sqlite.Name))
}

// settled returns the place of a folder's ledger. For a new one in a database it chooses the contest's name.
func (l Ledgers) settled(dir string) (Place, error) {
	place, err := kept(dir)
	if err != nil {
		return Place{}, err
	}
	if Has(dir) {
		if l.Place.differs(place) && l.Place.strict {
			return Place{}, fmt.Errorf("the ledger of %s is in %s, not in %s: leave out the place, or use --out for another folder, or "+
				"--fresh to start over", dir, place, l.Place)
		}
		return place, nil
	}
	if l.Place.address == nil {
		return l.Place, nil
	}
	a := *l.Place.address
	if a.Contest == "" {
		a.Contest = unique(filepath.Base(dir))
	}
	return Place{address: &a}, nil
}

// unique returns a name for a contest that no other in the database has.
func unique(name string) string {
	var random [6]byte
	rand.Read(random[:])
	return name + "-" + hex.EncodeToString(random[:])
}

// completed returns an address with the password.
func (l Ledgers) completed(a postgres.Address) postgres.Address {
	for _, p := range []Place{l.Place, l.Known} {
		if p.address != nil {
			a = a.Completed(*p.address)
		}
	}
	return a.WithPassword(l.Password)
}

const heading = "# The ledger of this contest is in a database. This file never contains a password. Edit it if the database moves.\n"

// keep writes the address of a folder's ledger, if there is none.
func keep(dir string, a postgres.Address) error {
	if Has(dir) {
		return nil
	}
	err := wholefile.Keep(filepath.Join(dir, FileName), []byte(heading+a.String()+"\n"))
	if err != nil {
		return fmt.Errorf("keep the place of the ledger: %w", err)
	}
	return nil
}

// kept returns the place of a folder's ledger; that of a file if there is none.
func kept(dir string) (Place, error) {
	path := filepath.Join(dir, FileName)
	text, err := regular.ReadSmall(path, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return Place{}, nil
	}
	if err != nil {
		return Place{}, fmt.Errorf("read the place of the ledger: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := ParsePlace(line)
		switch {
		case err != nil:
			return Place{}, fmt.Errorf("%s: %w", path, err)
		case p.address == nil || p.address.Contest == "":
			return Place{}, fmt.Errorf("%s: its address has no contest=NAME", path)
		}
		return p, nil
	}
	return Place{}, fmt.Errorf("%s: it has no address; restore a copy of it", path)
}
