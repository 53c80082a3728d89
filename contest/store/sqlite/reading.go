package sqlite

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/contest/store/rows"
	"agon/contest/store/sqlite/cursor"
)

// Games returns the plan with its results, game by game, as of the beginning of the reading.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return reading.Sequence(func(visit func(store.Game) bool) error {
		if err := s.games(ctx, visit); err != nil {
			return fmt.Errorf("read the ledger %s: %w", s.path, err)
		}
		return nil
	})
}

// games calls visit for the current games.
func (s *Store) games(ctx context.Context, visit func(store.Game) bool) error {
	if image := s.image.Swap(nil); image != nil {
		f, seal, err := s.connection()
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
		if seal == image.Seal {
			return image.Games(ctx, visit)
		}
	}
	from, err := s.snapshot()
	if err != nil {
		return err
	}
	defer from.close()
	return reading.Games(ctx, from, visit)
}

// A snapshot is a state of the file, on two connections.
type snapshot struct {
	plan, results *cursor.File
	seal          rows.Seal // as stored
}

// snapshots is how often a reading opens its two connections again until both have a snapshot of the same state. A run writes a few times
// a second.
const snapshots = 100

// snapshot returns the current state.
func (s *Store) snapshot() (*snapshot, error) {
	for range snapshots {
		n := &snapshot{}
		var err error
		var before rows.Seal
		if n.plan, before, err = s.connection(); err != nil {
			return nil, err
		}
		if n.results, n.seal, err = s.connection(); err != nil {
			n.close()
			return nil, err
		}
		if before == n.seal {
			return n, nil
		}
		n.close()
	}
	return nil, errors.New("it was written to all the time")
}

// connection returns a connection with a snapshot of the file's current state, and its seal.
func (s *Store) connection() (*cursor.File, rows.Seal, error) {
	var seal rows.Seal
	f, err := cursor.Open(s.address)
	if err != nil {
		return nil, seal, err
	}
	err = f.Do(`BEGIN`)
	if err == nil {
		seal, err = sealOf(f)
	}
	if err != nil {
		f.Close()
		return nil, seal, err
	}
	return f, seal, nil
}

func sealOf(f *cursor.File) (seal rows.Seal, err error) {
	list, err := f.Query(`SELECT ` + sealColumns + ` FROM seal`)
	if err != nil {
		return seal, err
	}
	if list.Next() {
		seal = rows.Seal{
			Plan: int(list.Int64(0)), Results: int(list.Int64(1)), Others: int(list.Int64(2)), PlanSum: list.Int64(3),
			ResultSum: list.Int64(4),
			OthersSum: list.Int64(5), Facts: list.Int64(6), Changes: int(list.Int64(7)), ChangesSum: list.Int64(8),
		}
		return seal, list.Close()
	}
	return seal, errors.Join(list.Close(), errNoSeal)
}

var errNoSeal = errors.New("it has no seal")

func (n *snapshot) close() {
	for _, f := range []*cursor.File{n.plan, n.results} {
		if f != nil {
			f.Close()
		}
	}
}

// Fixtures visits the plan.
func (n *snapshot) Fixtures(_ context.Context, visit func(*rows.Fixture) (bool, error)) error {
	var row rows.Fixture
	return each(n.plan, `SELECT id, stage, round, match, game, seats, seed, sum FROM fixture ORDER BY id`,
		func(list *cursor.Rows) (bool, error) {
			row = rows.Fixture{
				ID: int(list.Int64(0)), Stage: int(list.Int64(1)), Round: int(list.Int64(2)), Match: int(list.Int64(3)),
				Game:  int(list.Int64(4)),
				Seats: list.Text(5), Seed: list.Int64(6), Sum: list.Int64(7),
			}
			return visit(&row)
		})
}

// Results visits the results that stand.
func (n *snapshot) Results(_ context.Context, visit func(*rows.Result) (bool, error)) error {
	return eachResult(n.results, `SELECT `+resultColumns+` FROM result ORDER BY fixture`, visit)
}

// Others visits the results that do not stand.
func (n *snapshot) Others(_ context.Context, visit func(*rows.Result) (bool, error)) error {
	return eachResult(n.results, `SELECT `+resultColumns+` FROM other ORDER BY arrival`, visit)
}

func eachResult(f *cursor.File, query string, visit func(*rows.Result) (bool, error)) error {
	var row rows.Result
	return each(f, query, func(list *cursor.Rows) (bool, error) {
		row = rows.Result{
			Fixture: int(list.Int64(0)), Rounds: int(list.Int64(1)), Turns: int(list.Int64(2)), Digest: list.Int64(3), Void: list.Text(4),
			Places: list.Text(5), Scores: list.Text(6), Moves: list.Text(7), Took: list.Text(8), CPU: list.Text(9), Faults: list.Text(10),
			Sum: list.Int64(11), Stalls: list.Text(12), OnTime: list.Text(13),
		}
		return visit(&row)
	})
}

// each calls visit for the rows of a query until it returns false or an error. The strings of a row are valid only during the call.
func each(f *cursor.File, query string, visit func(*cursor.Rows) (more bool, err error)) error {
	list, err := f.Query(query)
	if err != nil {
		return err
	}
	for list.Next() {
		more, err := visit(list)
		if err != nil {
			return errors.Join(err, list.Close())
		}
		if !more {
			break
		}
	}
	return list.Close()
}
