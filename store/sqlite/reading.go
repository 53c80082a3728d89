package sqlite

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"agon/store"
	"agon/store/rows"
	"agon/store/sqlite/cursor"
	"agon/tournament"
)

// Games returns the plan with its results, game by game, as of the beginning of the reading.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return func(yield func(store.Game, error) bool) {
		err := s.games(ctx, func(g store.Game) bool { return yield(g, nil) })
		if err != nil && !errors.Is(err, errStopped) {
			yield(store.Game{}, fmt.Errorf("read the ledger %s: %w", s.path, err))
		}
	}
}

// games calls visit for the current games.
func (s *Store) games(ctx context.Context, visit func(store.Game) bool) error {
	image := s.image.Swap(nil)
	if image == nil {
		r, err := s.reading()
		if err != nil {
			return err
		}
		defer r.close()
		return r.games(ctx, visit)
	}
	f, seal, err := s.snapshot()
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if seal != image.seal {
		return s.games(ctx, visit)
	}
	err = image.games(func(g store.Game) bool { return ctx.Err() == nil && visit(g) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// reading reads a ledger and computes the seal of its rows. The plan and the results are read and decoded concurrently, each by a
// goroutine with a connection of its own.
type reading struct {
	plan, results *cursor.File
	kept          rows.Seal // as stored
	seal          rows.Seal // of the rows that were read
	others        map[int][]tournament.Result
}

// snapshots is how often a reading opens its two connections again until both have a snapshot of the same state. A run writes a few times
// a second.
const snapshots = 100

// reading starts a reading.
func (s *Store) reading() (*reading, error) {
	for range snapshots {
		r := &reading{}
		var err error
		var before rows.Seal
		if r.plan, before, err = s.snapshot(); err != nil {
			return nil, err
		}
		if r.results, r.kept, err = s.snapshot(); err != nil {
			r.close()
			return nil, err
		}
		if before == r.kept {
			return r, nil
		}
		r.close()
	}
	return nil, errors.New("it was written to all the time")
}

// snapshot returns a connection with a snapshot of the file's current state, and its seal.
func (s *Store) snapshot() (*cursor.File, rows.Seal, error) {
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

var (
	errNoSeal  = errors.New("it has no seal")
	errStopped = errors.New("the reading was stopped")
)

func (r *reading) close() {
	for _, f := range []*cursor.File{r.plan, r.results} {
		if f != nil {
			f.Close()
		}
	}
}

// games calls visit for every game of the plan in order. If visit returns false the error is errStopped.
func (r *reading) games(ctx context.Context, visit func(store.Game) bool) error {
	if err := r.readOthers(); err != nil {
		return err
	}
	plan, results := newBatches[tournament.Fixture](), newBatches[tournament.Result]()
	var ended sync.WaitGroup
	var planSeal, resultSeal rows.Seal
	ended.Go(func() { plan.end(planned(r.plan, plan, &planSeal)) })
	ended.Go(func() { results.end(played(r.results, results, &resultSeal)) })
	stop := func() { plan.stop(); results.stop() }
	defer func() { stop(); ended.Wait() }()
	defer context.AfterFunc(ctx, stop)()
	strangers, err := merge(plan, results, r.others, visit)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	ended.Wait()
	r.seal.Plan, r.seal.PlanSum = planSeal.Plan, planSeal.PlanSum
	r.seal.Results, r.seal.ResultSum = resultSeal.Results-strangers, resultSeal.ResultSum
	return nil
}

// merge calls visit for the games, and counts the results that belong to none.
func merge(plan *batches[tournament.Fixture], results *batches[tournament.Result], others map[int][]tournament.Result, visit func(store.Game) bool) (strangers int, err error) {
	result, more := results.next()
	for {
		f, ok := plan.next()
		if !ok {
			break
		}
		for more && result.Fixture < f.ID {
			strangers++
			result, more = results.next()
		}
		g := store.Game{Fixture: f, Others: others[f.ID]}
		if more && result.Fixture == f.ID {
			g.Done, g.Result = true, result
			result, more = results.next()
		}
		if !visit(g) {
			return strangers, errStopped
		}
	}
	if plan.err != nil {
		return strangers, plan.err
	}
	for more {
		strangers++
		_, more = results.next()
	}
	return strangers, results.err
}

// planned reads the fixtures.
func planned(f *cursor.File, into *batches[tournament.Fixture], seal *rows.Seal) error {
	list, err := f.Query(`SELECT id, stage, round, match, game, seats, seed, sum FROM fixture ORDER BY id`)
	if err != nil {
		return err
	}
	var reader rows.Reader
	for list.Next() {
		row := rows.Fixture{
			ID: int(list.Int64(0)), Stage: int(list.Int64(1)), Round: int(list.Int64(2)), Match: int(list.Int64(3)), Game: int(list.Int64(4)),
			Seats: list.Text(5), Seed: list.Int64(6), Sum: list.Int64(7),
		}
		fixture, err := reader.Fixture(&row)
		if err != nil {
			return errors.Join(err, list.Close())
		}
		seal.AddFixture(row)
		if !into.addRow(fixture) {
			break
		}
	}
	return list.Close()
}

// played reads the results that stand.
func played(f *cursor.File, into *batches[tournament.Result], seal *rows.Seal) error {
	return eachResult(f, `SELECT `+resultColumns+` FROM result ORDER BY fixture`, func(row *rows.Result, result tournament.Result) bool {
		seal.AddResult(*row)
		return into.addRow(result)
	})
}

// readOthers reads the results that do not stand; there are few.
func (r *reading) readOthers() error {
	r.others = map[int][]tournament.Result{}
	return eachResult(r.results, `SELECT `+resultColumns+` FROM other ORDER BY arrival`, func(row *rows.Result, result tournament.Result) bool {
		r.seal.AddOther(*row)
		r.others[row.Fixture] = append(r.others[row.Fixture], result)
		return true
	})
}

// eachResult calls visit for results until it returns false. The strings of a row are valid only during the call.
func eachResult(f *cursor.File, query string, visit func(*rows.Result, tournament.Result) bool) error {
	list, err := f.Query(query)
	if err != nil {
		return err
	}
	var reader rows.Reader
	for list.Next() {
		row := rows.Result{
			Fixture: int(list.Int64(0)), Rounds: int(list.Int64(1)), Turns: int(list.Int64(2)), Digest: list.Int64(3), Void: list.Text(4),
			Places: list.Text(5), Scores: list.Text(6), Moves: list.Text(7), Took: list.Text(8), CPU: list.Text(9), Faults: list.Text(10),
			Sum: list.Int64(11), Stalls: list.Text(12), OnTime: list.Text(13),
		}
		result, err := reader.Result(&row)
		if err != nil {
			return errors.Join(err, list.Close())
		}
		if !visit(&row, result) {
			break
		}
	}
	return list.Close()
}
