/*
Package reading reads the games of a ledger, for all stores on SQL databases: it joins plan and results, which are read and decoded
concurrently, and computes the seal of their rows.
*/
package reading

import (
	"context"
	"errors"
	"sync"

	"agon/store"
	"agon/store/rows"
	"agon/tournament"
)

// ErrStopped is the error of a reading whose caller wanted no more games.
var ErrStopped = errors.New("the reading was stopped")

// A Reading reads the games of a ledger. Its three functions call visit for rows of one state of the ledger until visit returns false; the
// strings of a row are valid only during the call. Plan and Results are called concurrently, after Others has returned.
type Reading struct {
	Plan    func(visit func(*rows.Fixture) (more bool, err error)) error // in the order of IDs
	Results func(visit func(*rows.Result) (more bool, err error)) error  // those that stand, in the order of fixtures
	OddOnes func(visit func(*rows.Result) (more bool, err error)) error  // those that do not stand, in order of arrival

	Seal   rows.Seal                   // of the rows that were read
	Others map[int][]tournament.Result // results that do not stand, by game
}

// Games calls visit for every game of the plan in order. If visit returns false the error is [ErrStopped].
func (r *Reading) Games(ctx context.Context, visit func(store.Game) bool) error {
	if err := r.readOthers(); err != nil {
		return err
	}
	plan, results := newBatches[tournament.Fixture](), newBatches[tournament.Result]()
	var ended sync.WaitGroup
	var planSeal, resultSeal rows.Seal
	ended.Go(func() { plan.end(r.planned(plan, &planSeal)) })
	ended.Go(func() { results.end(r.played(results, &resultSeal)) })
	stop := func() { plan.stop(); results.stop() }
	defer func() { stop(); ended.Wait() }()
	defer context.AfterFunc(ctx, stop)()
	strangers, err := merge(plan, results, r.Others, visit)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	ended.Wait()
	r.Seal.Plan, r.Seal.PlanSum = planSeal.Plan, planSeal.PlanSum
	r.Seal.Results, r.Seal.ResultSum = resultSeal.Results-strangers, resultSeal.ResultSum
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
			return strangers, ErrStopped
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
func (r *Reading) planned(into *batches[tournament.Fixture], seal *rows.Seal) error {
	var reader rows.Reader
	return r.Plan(func(row *rows.Fixture) (bool, error) {
		fixture, err := reader.Fixture(row)
		if err != nil {
			return false, err
		}
		seal.AddFixture(*row)
		return into.add(fixture), nil
	})
}

// played reads the results that stand.
func (r *Reading) played(into *batches[tournament.Result], seal *rows.Seal) error {
	var reader rows.Reader
	return r.Results(func(row *rows.Result) (bool, error) {
		result, err := reader.Result(row)
		if err != nil {
			return false, err
		}
		seal.AddResult(*row)
		return into.add(result), nil
	})
}

// readOthers reads the results that do not stand; there are few.
func (r *Reading) readOthers() error {
	r.Others = map[int][]tournament.Result{}
	var reader rows.Reader
	return r.OddOnes(func(row *rows.Result) (bool, error) {
		result, err := reader.Result(row)
		if err != nil {
			return false, err
		}
		r.Seal.AddOther(*row)
		r.Others[row.Fixture] = append(r.Others[row.Fixture], result)
		return true, nil
	})
}
