package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"agon/store"
	"agon/store/rows"
	"agon/tournament"
)

// Games is the plan with its results. It reads one transaction from its beginning to its end, game by game.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return func(yield func(store.Game, error) bool) {
		tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			yield(store.Game{}, fmt.Errorf("read the ledger %s: %w", s.path, err))
			return
		}
		defer tx.Rollback()
		r := reading{ctx: ctx, tx: tx}
		stopped, err := r.games(func(g store.Game) bool { return yield(g, nil) })
		if err != nil && !stopped {
			yield(store.Game{}, fmt.Errorf("read the ledger %s: %w", s.path, err))
		}
	}
}

// reading goes through a ledger and adds up the seal of what it meets.
type reading struct {
	ctx    context.Context
	tx     *sql.Tx
	seal   rows.Seal
	others map[int][]tournament.Result
}

// games visits every game of the plan in its order, until visit says false.
func (r *reading) games(visit func(store.Game) bool) (stopped bool, err error) {
	if err := r.readOthers(); err != nil {
		return false, err
	}
	list, err := r.tx.QueryContext(r.ctx, `
		SELECT f.id, f.stage, f.round, f.match, f.game, f.seats, f.seed, f.sum,
			r.fixture IS NOT NULL, ifnull(r.fixture, 0), ifnull(r.rounds, 0), ifnull(r.turns, 0), ifnull(r.digest, 0), ifnull(r.void, ''),
			ifnull(r.places, ''), ifnull(r.scores, ''), ifnull(r.moves, ''), ifnull(r.took, ''), ifnull(r.cpu, ''), ifnull(r.faults, ''), ifnull(r.sum, 0), ifnull(r.stalls, ''), ifnull(r.on_time, '')
		FROM fixture f LEFT JOIN result r ON r.fixture = f.id
		ORDER BY f.id`)
	if err != nil {
		return false, err
	}
	defer list.Close()
	for list.Next() {
		g, err := r.game(list)
		if err != nil {
			return false, err
		}
		if !visit(g) {
			return true, nil
		}
	}
	return false, list.Err()
}

func (r *reading) game(list *sql.Rows) (store.Game, error) {
	var g store.Game
	var f rows.Fixture
	var res rows.Result
	columns := append([]any{&f.ID, &f.Stage, &f.Round, &f.Match, &f.Game, &f.Seats, &f.Seed, &f.Sum, &g.Done}, into(&res)...)
	if err := list.Scan(columns...); err != nil {
		return g, err
	}
	var err error
	if g.Fixture, err = f.Fixture(); err != nil {
		return g, err
	}
	r.seal.AddFixture(f)
	if g.Done {
		if g.Result, err = res.Result(); err != nil {
			return g, err
		}
		r.seal.AddResult(res)
	}
	g.Others = r.others[f.ID]
	return g, nil
}

// readOthers reads the results that do not stand, which are few.
func (r *reading) readOthers() error {
	r.others = map[int][]tournament.Result{}
	list, err := r.tx.QueryContext(r.ctx, `SELECT `+resultColumns+` FROM other ORDER BY arrival`)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		var row rows.Result
		if err := list.Scan(into(&row)...); err != nil {
			return err
		}
		res, err := row.Result()
		if err != nil {
			return err
		}
		r.seal.AddOther(row)
		r.others[row.Fixture] = append(r.others[row.Fixture], res)
	}
	return list.Err()
}
