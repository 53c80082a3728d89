/*
Package reading reads the games of a ledger, for all stores on SQL databases: it joins plan and results, which are read and decoded
concurrently, and computes the seal of their rows.
*/
package reading

import (
	"context"
	"errors"
	"iter"
	"sync"

	"agon/contest/store"
	"agon/contest/store/rows"
	"agon/format/tournament"
)

// errStopped is the error of a reading whose caller wanted no more games.
var errStopped = errors.New("the reading was stopped")

// Sequence returns the games that read passes to visit. read ends when visit returns false, whatever its error is then.
func Sequence(read func(visit func(store.Game) bool) error) iter.Seq2[store.Game, error] {
	return func(yield func(store.Game, error) bool) {
		more := true
		err := read(func(g store.Game) bool {
			more = yield(g, nil)
			return more
		})
		if err != nil && more {
			yield(store.Game{}, err)
		}
	}
}

// A Source reads the rows of one state of a ledger. Its methods call visit for each row until that returns false or an error, which they
// return; the strings of a row are valid only during the call. Fixtures and Results are called concurrently, after Others has returned.
type Source interface {
	// Fixtures visits the plan in the order of IDs.
	Fixtures(ctx context.Context, visit func(*rows.Fixture) (more bool, err error)) error
	// Results visits the results that stand, in the order of fixtures.
	Results(ctx context.Context, visit func(*rows.Result) (more bool, err error)) error
	// Others visits the results that do not stand, in order of arrival.
	Others(ctx context.Context, visit func(*rows.Result) (more bool, err error)) error
}

// Games calls visit for every game of the plan in order. It returns an error if visit returns false.
func Games(ctx context.Context, from Source, visit func(store.Game) bool) error {
	r := reading{Source: from}
	return r.games(ctx, visit)
}

// reading is one reading of all games.
type reading struct {
	Source
	seal   rows.Seal                   // of the rows that were read
	others map[int][]tournament.Result // results that do not stand, by game
}

func (r *reading) games(ctx context.Context, visit func(store.Game) bool) error {
	if err := r.readOthers(ctx); err != nil {
		return err
	}
	plan, results := newBatches[tournament.Fixture](), newBatches[tournament.Result]()
	var ended sync.WaitGroup
	var planSeal, resultSeal rows.Seal
	ended.Go(func() { plan.end(r.planned(ctx, plan, &planSeal)) })
	ended.Go(func() { results.end(r.played(ctx, results, &resultSeal)) })
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
func merge(plan *batches[tournament.Fixture], results *batches[tournament.Result], others map[int][]tournament.Result,
	visit func(store.Game) bool) (strangers int, err error) {
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
func (r *reading) planned(ctx context.Context, into *batches[tournament.Fixture], seal *rows.Seal) error {
	var reader rows.Reader
	return r.Fixtures(ctx, func(row *rows.Fixture) (bool, error) {
		fixture, err := reader.Fixture(row)
		if err != nil {
			return false, err
		}
		seal.AddFixture(*row)
		return into.addRow(fixture), nil
	})
}

// played reads the results that stand.
func (r *reading) played(ctx context.Context, into *batches[tournament.Result], seal *rows.Seal) error {
	var reader rows.Reader
	return r.Results(ctx, func(row *rows.Result) (bool, error) {
		result, err := reader.Result(row)
		if err != nil {
			return false, err
		}
		seal.AddResult(*row)
		return into.addRow(result), nil
	})
}

// readOthers reads the results that do not stand; there are few.
func (r *reading) readOthers(ctx context.Context) error {
	r.others = map[int][]tournament.Result{}
	var reader rows.Reader
	return r.Others(ctx, func(row *rows.Result) (bool, error) {
		result, err := reader.Result(row)
		if err != nil {
			return false, err
		}
		r.seal.AddOther(*row)
		r.others[row.Fixture] = append(r.others[row.Fixture], result)
		return true, nil
	})
}
