package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"unsafe"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"agon/contest/store"
	"agon/contest/store/reading"
	"agon/contest/store/rows"
)

// Games returns the plan with its results, game by game, as of the beginning of the reading.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return reading.Sequence(func(visit func(store.Game) bool) error { return s.failed("read", s.games(ctx, visit)) })
}

// games calls visit for the current games.
func (s *Store) games(ctx context.Context, visit func(store.Game) bool) error {
	if image := s.image.Swap(nil); image != nil {
		var seal rows.Seal
		err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) (err error) {
			seal, err = s.readSeal(ctx, conn)
			return err
		})
		if err != nil {
			return err
		}
		if seal == image.Seal {
			return image.Games(ctx, visit)
		}
	}
	from, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer from.close()
	return reading.Games(ctx, from, visit)
}

// A snapshot is a state of the contest, on two connections that see the same.
type snapshot struct {
	contest       int64 // its number
	plan, results *pgx.Conn
	seal          rows.Seal // as stored
}

// snapshot returns the current state.
func (s *Store) snapshot(ctx context.Context) (n *snapshot, err error) {
	err = s.do(ctx, func(ctx context.Context, _ *pgx.Conn) error {
		n = &snapshot{contest: s.contest}
		err := n.open(ctx, s)
		if err != nil {
			n.close()
		}
		return err
	})
	return n, err
}

func (n *snapshot) open(ctx context.Context, s *Store) error {
	config, err := s.address.config()
	if err != nil {
		return err
	}
	const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`
	if n.plan, err = pgx.ConnectConfig(ctx, config); err != nil {
		return err
	}
	if _, err := n.plan.Exec(ctx, begin); err != nil {
		return err
	}
	var state string
	if err := n.plan.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&state); err != nil {
		return err
	}
	if n.results, err = pgx.ConnectConfig(ctx, config); err != nil {
		return err
	}
	if _, err := n.results.Exec(ctx, begin); err != nil {
		return err
	}
	if _, err := n.results.Exec(ctx, `SET TRANSACTION SNAPSHOT '`+state+`'`); err != nil {
		return err
	}
	n.seal, err = s.readSeal(ctx, n.results)
	return err
}

func (n *snapshot) close() {
	for _, conn := range []*pgx.Conn{n.plan, n.results} {
		if conn != nil {
			closeConn(conn)
		}
	}
}

const sealColumns = `plan, results, others, plan_sum, result_sum, others_sum, facts, changes, changes_sum`

// readSeal returns the seal of the contest.
func (s *Store) readSeal(ctx context.Context, conn *pgx.Conn) (seal rows.Seal, err error) {
	err = scanSeal(conn.QueryRow(ctx, `SELECT `+sealColumns+` FROM agon.seal WHERE contest = $1`, s.contest), &seal)
	return seal, err
}

// scanSeal reads the columns of a seal, and those after them.
func scanSeal(row pgx.Row, s *rows.Seal, more ...any) error {
	err := row.Scan(append([]any{&s.Plan, &s.Results, &s.Others, &s.PlanSum, &s.ResultSum, &s.OthersSum, &s.Facts, &s.Changes,
		&s.ChangesSum}, more...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return errNoSeal
	}
	return err
}

var errNoSeal = errors.New("it has no seal")

// A cells is a row in the binary format. Its texts are valid until the next row.
type cells [][]byte

// int returns a column of type bigint.
func (c cells) int(column int) int { return int(c.int64(column)) }

func (c cells) int64(column int) int64 {
	if len(c[column]) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(c[column]))
}

// text returns a column of type text.
func (c cells) text(column int) string {
	return unsafe.String(unsafe.SliceData(c[column]), len(c[column]))
}

// fixture reads the columns of a fixture.
func (c cells) fixture(into *rows.Fixture) {
	*into = rows.Fixture{
		ID: c.int(0), Stage: c.int(1), Round: c.int(2), Match: c.int(3), Game: c.int(4), Seats: c.text(5), Seed: c.int64(6),
		Sum: c.int64(7),
	}
}

// result reads the columns of a result.
func (c cells) result(into *rows.Result) {
	*into = rows.Result{
		Fixture: c.int(0), Rounds: c.int(1), Turns: c.int(2), Digest: c.int64(3), Void: c.text(4), Places: c.text(5), Scores: c.text(6),
		Moves: c.text(7),
		Took:  c.text(8), CPU: c.text(9), Faults: c.text(10), Sum: c.int64(11), Stalls: c.text(12), OnTime: c.text(13),
	}
}

// Fixtures visits the plan.
func (n *snapshot) Fixtures(ctx context.Context, visit func(*rows.Fixture) (bool, error)) error {
	var row rows.Fixture
	return n.each(ctx, n.plan, `SELECT id, stage, round, match, game, seats, seed, sum FROM agon.fixture WHERE contest = $1 ORDER BY id`,
		func(c cells) (bool, error) {
			c.fixture(&row)
			return visit(&row)
		})
}

// Results visits the results that stand.
func (n *snapshot) Results(ctx context.Context, visit func(*rows.Result) (bool, error)) error {
	return n.eachResult(ctx, `SELECT `+resultColumns+` FROM agon.result WHERE contest = $1 ORDER BY fixture`, visit)
}

// Others visits the results that do not stand.
func (n *snapshot) Others(ctx context.Context, visit func(*rows.Result) (bool, error)) error {
	return n.eachResult(ctx, `SELECT `+resultColumns+` FROM agon.other WHERE contest = $1 ORDER BY arrival`, visit)
}

func (n *snapshot) eachResult(ctx context.Context, query string, visit func(*rows.Result) (bool, error)) error {
	var row rows.Result
	return n.each(ctx, n.results, query, func(c cells) (bool, error) {
		c.result(&row)
		return visit(&row)
	})
}

// each calls visit for the rows of a query about the contest. It reads the server's messages without package pgx's conversions, which would
// cost as much as all the rest.
func (n *snapshot) each(ctx context.Context, conn *pgx.Conn, query string, visit func(cells) (bool, error)) error {
	contest := []byte(strconv.FormatInt(n.contest, 10))
	list := conn.PgConn().ExecParams(ctx, query, [][]byte{contest}, []uint32{pgtype.Int8OID}, nil, []int16{pgx.BinaryFormatCode})
	for list.NextRow() {
		more, err := visit(list.Values())
		if err != nil || !more {
			// The rest of the rows is not worth reading.
			return errors.Join(err, conn.PgConn().Close(closed()))
		}
	}
	if _, err := list.Close(); err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	return nil
}

// closed returns a context that is done: closing with it does not wait for the server.
func closed() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
