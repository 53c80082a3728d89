package store

import (
	"context"
	"fmt"
	"iter"

	"agon/format/tournament"
)

// A Store stores one contest. Its methods are safe for concurrent use.
type Store interface {
	// Contest returns the contest stored by Begin; nil before. A run without a given seed reads here the one that it drew.
	Contest(ctx context.Context) (*Contest, error)
	// Begin stores the contest the first time. Later it compares: if anything but the name, which is stored again, differs the error is a
	// [*Changed].
	Begin(ctx context.Context, contest *Contest) error
	// Plan stores fixtures, whose IDs must continue the plan. Fixtures that are already stored may be passed again, unchanged.
	Plan(ctx context.Context, fixtures ...tournament.Fixture) error
	// Record stores results, and returns the verdict on each. On an error none was stored.
	Record(ctx context.Context, results ...tournament.Result) ([]Verdict, error)
	// Games returns the plan in order, each fixture with its results, as of the beginning of the reading. It ends after an error.
	Games(ctx context.Context) iter.Seq2[Game, error]
	// Note appends events.
	Note(ctx context.Context, events ...Event) error
	// Events returns the events stored by Note, in order.
	Events(ctx context.Context) ([]Event, error)
	// Change appends changes. The results of games in an [Again] no longer stand: they are moved to Game.Others, and the games are open.
	Change(ctx context.Context, changes ...Change) error
	// Changes returns the changes stored by Change, in order.
	Changes(ctx context.Context) ([]Change, error)
	// Close releases the store.
	Close() error
}

// A Game is a stored fixture with its results.
type Game struct {
	tournament.Fixture
	Done   bool
	Result tournament.Result // the one that stands, if Done
	// results that do not stand: those of games that are played again, and later ones that differ; in order of arrival
	Others []tournament.Result
}

// A Verdict is the outcome of recording a result.
type Verdict uint8

const (
	Stands Verdict = iota // it is the fixture's first
	Known                 // the same game was handed in before; nothing changed
	Odd                   // another result stands; this one is stored beside it
)

// String returns the verdict as a word.
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

// Judge returns the verdict on a result, given the one that stands, or nil if there is none. All stores use it.
func Judge(standing *tournament.Result, r tournament.Result) Verdict {
	switch {
	case standing == nil:
		return Stands
	case standing.SameGame(r):
		return Known
	}
	return Odd
}

// Damaged is the error of a store that cannot be trusted.
type Damaged struct {
	Name string // of the file or database
	Why  string
	Err  error // nil if the store's own checks found the damage
}

// Error returns what is damaged, why, and what to do.
func (d *Damaged) Error() string {
	why := d.Why
	if d.Err != nil {
		why = fmt.Sprintf("%s: %v", why, d.Err)
	}
	return fmt.Sprintf("the ledger %s is damaged: %s; nothing was read from it: restore a copy, or move it away to start over", d.Name, why)
}

// Unwrap returns the underlying error.
func (d *Damaged) Unwrap() error { return d.Err }
