package sqlite

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"agon/store"
	"agon/store/reading"
	"agon/store/rows"
	"agon/store/sqlite/cursor"
)

// Games returns the plan with its results, game by game, as of the beginning of the reading.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return func(yield func(store.Game, error) bool) {
		more := true
		err := s.games(ctx, func(g store.Game) bool {
			more = yield(g, nil)
			return more
		})
		if err != nil && more { // who stopped reading must not be called again, whatever else is wrong
			yield(store.Game{}, fmt.Errorf("read the ledger %s: %w", s.path, err))
		}
	}
}

// games calls visit for the current games.
func (s *Store) games(ctx context.Context, visit func(store.Game) bool) error {
	image := s.image.Swap(nil)
	if image == nil {
		r, err := s.snapshot()
		if err != nil {
			return err
		}
		defer r.close()
		return r.Games(ctx, visit)
	}
	f, seal, err := s.connection()
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if seal != image.Seal {
		return s.games(ctx, visit)
	}
	err = image.Games(func(g store.Game) bool { return ctx.Err() == nil && visit(g) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// A snapshot is a reading of the file, on two connections with the same state.
type snapshot struct {
	reading.Reading
	plan, results *cursor.File
	kept          rows.Seal // as stored
}

// snapshots is how often a reading opens its two connections again until both have a snapshot of the same state. A run writes a few times
// a second.
const snapshots = 100

// snapshot starts a reading.
func (s *Store) snapshot() (*snapshot, error) {
	for range snapshots {
		r := &snapshot{}
		var err error
		var before rows.Seal
		if r.plan, before, err = s.connection(); err != nil {
			return nil, err
		}
		if r.results, r.kept, err = s.connection(); err != nil {
			r.close()
			return nil, err
		}
		if before == r.kept {
			r.Plan = func(visit func(*rows.Fixture) (bool, error)) error { return eachFixture(r.plan, visit) }
			r.Results = func(visit func(*rows.Result) (bool, error)) error {
				return eachResult(r.results, `SELECT `+resultColumns+` FROM result ORDER BY fixture`, visit)
			}
			r.OddOnes = func(visit func(*rows.Result) (bool, error)) error {
				return eachResult(r.results, `SELECT `+resultColumns+` FROM other ORDER BY arrival`, visit)
			}
			return r, nil
		}
		r.close()
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
			Plan: int(list.Int64(0)), Results: int(list.Int64(1)), Others: int(list.Int64(2)), PlanSum: list.Int64(3), ResultSum: list.Int64(4),
			OthersSum: list.Int64(5), Facts: list.Int64(6), Changes: int(list.Int64(7)), ChangesSum: list.Int64(8),
		}
		return seal, list.Close()
	}
	return seal, errors.Join(list.Close(), errNoSeal)
}

var errNoSeal = errors.New("it has no seal")

func (r *snapshot) close() {
	for _, f := range []*cursor.File{r.plan, r.results} {
		if f != nil {
			f.Close()
		}
	}
}

// eachFixture calls visit for the rows of the plan.
func eachFixture(f *cursor.File, visit func(*rows.Fixture) (bool, error)) error {
	list, err := f.Query(`SELECT id, stage, round, match, game, seats, seed, sum FROM fixture ORDER BY id`)
	if err != nil {
		return err
	}
	var row rows.Fixture
	for list.Next() {
		row = rows.Fixture{
			ID: int(list.Int64(0)), Stage: int(list.Int64(1)), Round: int(list.Int64(2)), Match: int(list.Int64(3)), Game: int(list.Int64(4)),
			Seats: list.Text(5), Seed: list.Int64(6), Sum: list.Int64(7),
		}
		if more, err := visit(&row); err != nil {
			return errors.Join(err, list.Close())
		} else if !more {
			break
		}
	}
	return list.Close()
}

// eachResult calls visit for the rows of results.
func eachResult(f *cursor.File, query string, visit func(*rows.Result) (bool, error)) error {
	list, err := f.Query(query)
	if err != nil {
		return err
	}
	var row rows.Result
	for list.Next() {
		row = rows.Result{
			Fixture: int(list.Int64(0)), Rounds: int(list.Int64(1)), Turns: int(list.Int64(2)), Digest: list.Int64(3), Void: list.Text(4),
			Places: list.Text(5), Scores: list.Text(6), Moves: list.Text(7), Took: list.Text(8), CPU: list.Text(9), Faults: list.Text(10),
			Sum: list.Int64(11), Stalls: list.Text(12), OnTime: list.Text(13),
		}
		if more, err := visit(&row); err != nil {
			return errors.Join(err, list.Close())
		} else if !more {
			break
		}
	}
	return list.Close()
}
