/*
Package guests keeps which contests of a site are private, and decides who sees them.

A private contest exists for its guests, for those who have a bot in it, for organisers and for the jury. Who opens its link becomes a
guest; a browser in which nobody is signed in keeps the code of the link instead, and sends it with each request. Only the hash of a code
is stored. A contest has one link at a time: a new one ends those before, and their guests stay.
*/
package guests

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"agon/site/database"
	"agon/site/people"
)

// Guests are the private contests of a site and who may see them. The methods are safe for concurrent use.
type Guests struct {
	db *database.Database

	mu      sync.RWMutex
	hashes  map[string][]byte        // of the codes of links, by contest
	watched map[string]chan struct{} // by contest; closed when it becomes private or public, or gets another link
}

// Open returns the guests in a database.
func Open(ctx context.Context, db *database.Database) (*Guests, error) {
	g := &Guests{db: db, hashes: map[string][]byte{}, watched: map[string]chan struct{}{}}
	err := db.Each(ctx, func(scan func(...any) error) error {
		var contest string
		var hash []byte
		err := scan(&contest, &hash)
		g.hashes[contest] = hash
		return err
	}, `SELECT contest, hash FROM private`)
	if err != nil {
		return nil, fmt.Errorf("read which contests are private: %w", err)
	}
	return g, nil
}

// Private reports whether a contest is private.
func (g *Guests) Private(contest string) bool { return g.hash(contest) != nil }

func (g *Guests) hash(contest string) []byte {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.hashes[contest]
}

// set changes the hash of a contest; nil: everybody sees it.
func (g *Guests) set(contest string, hash []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if watched := g.watched[contest]; watched != nil {
		close(watched)
		delete(g.watched, contest)
	}
	if hash == nil {
		delete(g.hashes, contest)
		return
	}
	g.hashes[contest] = hash
}

// Changed returns a channel that is closed when a contest next becomes private or public, or gets another link.
func (g *Guests) Changed(contest string) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.watched[contest] == nil {
		g.watched[contest] = make(chan struct{})
	}
	return g.watched[contest]
}

func hashOf(code string) []byte {
	sum := sha256.Sum256([]byte(code))
	return sum[:]
}

// Sees reports whether a contest exists for a person. code is that of a link which the person's browser has kept; empty: none.
func (g *Guests) Sees(ctx context.Context, by *people.Person, contest, code string) (bool, error) {
	hash := g.hash(contest)
	if hash == nil || by.Role.May(people.Inspect) {
		return true, nil
	}
	if by.ID != 0 {
		var seen bool
		err := g.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM guest WHERE contest = ? AND person = ?)
			OR EXISTS (SELECT 1 FROM bot WHERE contest = ? AND (team = ? OR team IS NULL AND owner = ?))`,
			contest, by.ID, contest, by.Team, by.ID).Scan(&seen)
		if seen || err != nil {
			return seen, err
		}
	}
	if code == "" || subtle.ConstantTimeCompare(hashOf(code), hash) != 1 {
		return false, nil
	}
	if by.ID != 0 { // who has made an account or signed in since
		return true, g.Add(ctx, by, contest)
	}
	return true, nil
}

// Add makes a person a guest of a contest.
func (g *Guests) Add(ctx context.Context, by *people.Person, contest string) error {
	return g.db.Exec(context.WithoutCancel(ctx), `INSERT OR IGNORE INTO guest (contest, person) VALUES (?, ?)`, contest, by.ID)
}

// Linked returns the private contest whose link has a code; the error is [people.ErrNobody] if there is none.
func (g *Guests) Linked(ctx context.Context, code string) (contest string, err error) {
	err = g.db.Row(ctx, `SELECT contest FROM private WHERE hash = ?`, hashOf(code)).Scan(&contest)
	if errors.Is(err, sql.ErrNoRows) {
		return "", people.ErrNobody
	}
	if err != nil {
		return "", fmt.Errorf("open the link of a private contest: %w", err)
	}
	return contest, nil
}

// MakePrivate makes a contest private, or makes a new link to one that is, and returns the code of the link.
func (g *Guests) MakePrivate(ctx context.Context, contest string) (code string, err error) {
	code = rand.Text()
	err = g.db.Exec(context.WithoutCancel(ctx), `INSERT OR REPLACE INTO private (contest, hash) VALUES (?, ?)`, contest, hashOf(code))
	if err != nil {
		return "", err
	}
	g.set(contest, hashOf(code))
	return code, nil
}

// MakePublic shows a private contest to everybody, and forgets its guests.
func (g *Guests) MakePublic(ctx context.Context, contest string) error {
	err := g.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error { return Forget(tx, contest) })
	if err == nil {
		g.set(contest, nil)
	}
	return err
}

// Forget removes what is stored of a contest. [Guests.Refresh] follows when the transaction is kept.
func Forget(tx *sql.Tx, contest string) error {
	_, err := tx.Exec(`DELETE FROM private WHERE contest = ?`, contest)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM guest WHERE contest = ?`, contest)
	}
	return err
}

// Inherit gives a contest the link and the guests of another. [Guests.Refresh] follows when the transaction is kept.
func Inherit(tx *sql.Tx, contest, from string) error {
	_, err := tx.Exec(`INSERT INTO private (contest, hash) SELECT ?, hash FROM private WHERE contest = ?`, contest, from)
	if err == nil {
		_, err = tx.Exec(`INSERT INTO guest (contest, person) SELECT ?, person FROM guest WHERE contest = ?`, contest, from)
	}
	return err
}

// Refresh reads again whether a contest is private.
func (g *Guests) Refresh(ctx context.Context, contest string) error {
	var hash []byte
	err := g.db.Row(ctx, `SELECT hash FROM private WHERE contest = ?`, contest).Scan(&hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read whether %s is private: %w", contest, err)
	}
	g.set(contest, hash)
	return nil
}
