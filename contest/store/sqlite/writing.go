package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"agon/contest/store"
	"agon/contest/store/rows"
	"agon/format/tournament"
)

// writing is a writing transaction.
type writing struct {
	ctx      context.Context
	tx       *sql.Tx
	seal     rows.Seal
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

// plan stores one fixture. IDs are consecutive from 0, so the seal's count is the next ID.
func (t *writing) plan(r rows.Fixture) error {
	switch {
	case r.ID < 0 || r.ID > t.seal.Plan:
		return store.Gap(r.ID, t.seal.Plan)
	case r.ID < t.seal.Plan:
		return t.plannedAlready(r)
	}
	t.seal.AddFixture(r)
	return t.exec(`INSERT INTO fixture VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, r.ID, r.Stage, r.Round, r.Match, r.Game, r.Seats, r.Seed, r.Sum)
}

func (t *writing) plannedAlready(r rows.Fixture) error {
	var sum int64
	if err := t.get(`SELECT sum FROM fixture WHERE id = ?`, r.ID, &sum); err != nil {
		return fmt.Errorf("read game %d of the plan: %w", r.ID, err)
	}
	if sum != r.Sum {
		return store.Replanned(r.ID)
	}
	return nil
}

// record stores one result.
func (t *writing) record(r tournament.Result) (store.Verdict, error) {
	seats, again := 0, false
	err := t.get(`SELECT json_array_length(seats), result.fixture IS NOT NULL FROM fixture LEFT JOIN result ON result.fixture = fixture.id WHERE fixture.id = ?`, r.Fixture, &seats, &again)
	if none(err) {
		return 0, store.Unplanned(r.Fixture)
	}
	if err != nil {
		return 0, fmt.Errorf("record results: game %d: %w", r.Fixture, err)
	}
	if err := r.Check(seats); err != nil {
		return 0, fmt.Errorf("record results: %w", err)
	}
	var standing *tournament.Result
	if again {
		if standing, err = t.standing(r.Fixture); err != nil {
			return 0, err
		}
	}
	verdict := store.Judge(standing, r)
	return verdict, t.insert(rows.OfResult(r), verdict)
}

// standing returns the result of a fixture that stands, nil if there is none.
func (t *writing) standing(fixture int) (*tournament.Result, error) {
	var row rows.Result
	err := t.get(`SELECT `+resultColumns+` FROM result WHERE fixture = ?`, fixture, into(&row)...)
	if none(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record results: game %d: %w", fixture, err)
	}
	r, err := row.Result()
	return &r, err
}

func (t *writing) insert(r rows.Result, verdict store.Verdict) error {
	switch verdict {
	case store.Stands:
		t.seal.AddResult(r)
		return t.exec(`INSERT INTO result (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values(r)...)
	case store.Odd:
		t.seal.AddOther(r)
		return t.exec(`INSERT INTO other (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values(r)...)
	}
	return nil
}

// resultColumns are the columns of the tables result and other, in the order of values and into.
const resultColumns = `fixture, rounds, turns, digest, void, places, scores, moves, took, cpu, faults, sum, stalls, on_time`

func values(r rows.Result) []any {
	return []any{r.Fixture, r.Rounds, r.Turns, r.Digest, r.Void, r.Places, r.Scores, r.Moves, r.Took, r.CPU, r.Faults, r.Sum, r.Stalls, r.OnTime}
}

func into(r *rows.Result) []any {
	return []any{&r.Fixture, &r.Rounds, &r.Turns, &r.Digest, &r.Void, &r.Places, &r.Scores, &r.Moves, &r.Took, &r.CPU, &r.Faults, &r.Sum, &r.Stalls, &r.OnTime}
}

const sealColumns = `plan, results, others, plan_sum, result_sum, others_sum, facts, changes, changes_sum`

func readSeal(ctx context.Context, tx *sql.Tx) (rows.Seal, error) {
	var s rows.Seal
	err := tx.QueryRowContext(ctx, `SELECT `+sealColumns+` FROM seal`).
		Scan(&s.Plan, &s.Results, &s.Others, &s.PlanSum, &s.ResultSum, &s.OthersSum, &s.Facts, &s.Changes, &s.ChangesSum)
	return s, err
}

func (t *writing) keepSeal() error {
	s := t.seal
	return t.exec(`UPDATE seal SET (`+sealColumns+`) = (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		s.Plan, s.Results, s.Others, s.PlanSum, s.ResultSum, s.OthersSum, s.Facts, s.Changes, s.ChangesSum)
}
