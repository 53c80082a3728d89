package store

import (
	"context"
	"fmt"
	"iter"

	"agon/tournament"
)

// A Store keeps one contest. Its methods may be called by several goroutines.
type Store interface {
	// Contest is what Begin has kept; nothing before that. A run that was given no seed finds the one it drew here.
	Contest(ctx context.Context) (Fingerprint, error)
	// Begin keeps what the contest is, the first time. Later it compares: where something differs the error is a [*Changed].
	Begin(ctx context.Context, contest Fingerprint) error
	// Plan keeps fixtures, which must follow on the plan by their IDs. Those that are kept already may be given again, unchanged.
	Plan(ctx context.Context, fixtures ...tournament.Fixture) error
	// Record keeps results, and says of each what became of it. An error means that none was kept.
	Record(ctx context.Context, results ...tournament.Result) ([]Verdict, error)
	// Games is the plan in its order, each fixture with its results, as it was when the reading began. An error ends it.
	Games(ctx context.Context) iter.Seq2[Game, error]
	// Note keeps events. They follow on those that are kept.
	Note(ctx context.Context, events ...Event) error
	// Events is what Note has kept, in its order.
	Events(ctx context.Context) ([]Event, error)
	// Change keeps changes, which follow on those that are kept. The results that [Again] names stand no more: they are kept beside, and
	// their games are open.
	Change(ctx context.Context, changes ...Change) error
	// Changes is what Change has kept, in its order.
	Changes(ctx context.Context) ([]Change, error)
	// Close lets go of the store.
	Close() error
}

// A Game is a kept fixture with what came of it.
type Game struct {
	tournament.Fixture
	Done   bool
	Result tournament.Result   // the one that stands, where Done
	Others []tournament.Result // results that do not stand: those of games that are played again, and later ones that differ; in the order of arrival
}

// A Verdict is what became of a result that was handed in.
type Verdict uint8

const (
	Stands Verdict = iota // it is the fixture's first
	Known                 // the same game was handed in before; nothing changed
	Odd                   // another result stands; this one is kept beside it
)

// String is the verdict as a word.
func (v Verdict) String() string {
	switch v {
	case Stands:
		return "stands"
	case Known:
		return "known"
	case Odd:
		return "odd"
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// Judge is the verdict on a result, given the one that stands, nil where none does. It is the same for every store.
func Judge(standing *tournament.Result, r tournament.Result) Verdict {
	switch {
	case standing == nil:
		return Stands
	case standing.SameGame(r):
		return Known
	}
	return Odd
}

// Damaged is a store that cannot be trusted.
type Damaged struct {
	Name string // of the file or database
	Why  string
	Err  error // nil where the store found it out itself
}

// Error says what is damaged, why, and what to do.
func (d *Damaged) Error() string {
	why := d.Why
	if d.Err != nil {
		why = fmt.Sprintf("%s: %v", why, d.Err)
	}
	return fmt.Sprintf("the ledger %s is damaged: %s; nothing was read from it: restore a copy, or move it away to start over", d.Name, why)
}

// Unwrap is the error below.
func (d *Damaged) Unwrap() error { return d.Err }
