package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"agon/contest/store/rows"
)

// writing is a writing transaction.
type writing struct {
	rows.Writing
	ctx      context.Context
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
	noted    bool // events were written, which the seal does not include
}

// statement prepares a query once for the transaction, which closes it at its end.
func (t *writing) statement(query string) (*sql.Stmt, error) {
	if s, ok := t.prepared[query]; ok {
		return s, nil
	}
	s, err := t.tx.PrepareContext(t.ctx, query)
	if err != nil {
		return nil, fmt.Errorf("write to the ledger: %w", err)
	}
	t.prepared[query] = s
	return s, nil
}

func (t *writing) exec(query string, args ...any) error {
	s, err := t.statement(query)
	if err != nil {
		return err
	}
	if _, err := s.ExecContext(t.ctx, args...); err != nil {
		return fmt.Errorf("write to the ledger: %w", err)
	}
	return nil
}

func (t *writing) get(query string, id int, into ...any) error {
	s, err := t.statement(query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(t.ctx, id).Scan(into...)
}

// Game returns a planned game.
func (t *writing) Game(id int) (*rows.Game, error) {
	var game rows.Game
	again := false
	err := t.get(`SELECT sum, json_array_length(seats), EXISTS (SELECT 1 FROM result WHERE result.fixture = fixture.id) FROM fixture WHERE id = ?`,
		id, &game.Sum, &game.Seats, &again)
	if none(err) {
		return nil, nil
	}
	if err != nil || !again {
		return &game, err
	}
	var row rows.Result
	if err := t.get(`SELECT `+resultColumns+` FROM result WHERE fixture = ?`, id, into(&row)...); err != nil {
		return nil, err
	}
	standing, err := row.Result()
	game.Standing = &standing
	return &game, err
}

// InsertFixture inserts a row.
func (t *writing) InsertFixture(r rows.Fixture) error {
	return t.exec(`INSERT INTO fixture VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, r.ID, r.Stage, r.Round, r.Match, r.Game, r.Seats, r.Seed, r.Sum)
}

// InsertResult inserts a row.
func (t *writing) InsertResult(r rows.Result, stands bool) error {
	table := "other"
	if stands {
		table = "result"
	}
	return t.exec(`INSERT INTO `+table+` (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values(r)...)
}

// DeleteResult deletes the standing result of a game.
func (t *writing) DeleteResult(id int) error {
	return t.exec(`DELETE FROM result WHERE fixture = ?`, id)
}

// resultColumns are the columns of the tables result and other, in the order of values and into.
const resultColumns = `fixture, rounds, turns, digest, void, places, scores, moves, took, cpu, faults, sum, stalls, on_time`

func values(r rows.Result) []any {
	return []any{r.Fixture, r.Rounds, r.Turns, r.Digest, r.Void, r.Places, r.Scores, r.Moves, r.Took, r.CPU, r.Faults, r.Sum, r.Stalls,
		r.OnTime}
}

func into(r *rows.Result) []any {
	return []any{&r.Fixture, &r.Rounds, &r.Turns, &r.Digest, &r.Void, &r.Places, &r.Scores, &r.Moves, &r.Took, &r.CPU, &r.Faults, &r.Sum,
		&r.Stalls, &r.OnTime}
}

const sealColumns = `plan, results, others, plan_sum, result_sum, others_sum, facts, changes, changes_sum`

func readSeal(ctx context.Context, tx *sql.Tx) (rows.Seal, error) {
	var s rows.Seal
	err := tx.QueryRowContext(ctx, `SELECT `+sealColumns+` FROM seal`).
		Scan(&s.Plan, &s.Results, &s.Others, &s.PlanSum, &s.ResultSum, &s.OthersSum, &s.Facts, &s.Changes, &s.ChangesSum)
	return s, err
}

func (t *writing) keepSeal() error {
	s := t.Seal
	return t.exec(`UPDATE seal SET (`+sealColumns+`) = (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		s.Plan, s.Results, s.Others, s.PlanSum, s.ResultSum, s.OthersSum, s.Facts, s.Changes, s.ChangesSum)
}
