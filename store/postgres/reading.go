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

	"agon/store"
	"agon/store/reading"
	"agon/store/rows"
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
			yield(store.Game{}, s.failed("read", err))
		}
	}
}

// games calls visit for the current games.
func (s *Store) games(ctx context.Context, visit func(store.Game) bool) error {
	if image := s.image.Swap(nil); image != nil {
		var seal rows.Seal
		err := s.do(ctx, func(ctx context.Context, conn *pgx.Conn) (err error) {
			seal, _, _, err = s.readSeal(ctx, conn, "")
			return err
		})
		if err != nil {
			return err
		}
		if seal == image.Seal {
			err := image.Games(func(g store.Game) bool { return ctx.Err() == nil && visit(g) })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		}
	}
	r, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	return r.Games(ctx, visit)
}

// A snapshot is a reading of the contest, on two connections that see the same state.
type snapshot struct {
	reading.Reading
	plan, results *pgx.Conn
	kept          rows.Seal // as stored
}

// snapshot starts a reading.
func (s *Store) snapshot(ctx context.Context) (_ *snapshot, err error) {
	r := &snapshot{}
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	config, err := s.address.config()
	if err != nil {
		return nil, err
	}
	const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`
	var state string
	if r.plan, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	if _, err = r.plan.Exec(ctx, begin); err != nil {
		return nil, err
	}
	if err = r.plan.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&state); err != nil {
		return nil, err
	}
	if r.results, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	if _, err = r.results.Exec(ctx, begin); err != nil {
		return nil, err
	}
	if _, err = r.results.Exec(ctx, `SET TRANSACTION SNAPSHOT '`+state+`'`); err != nil {
		return nil, err
	}
	if r.kept, _, _, err = s.readSeal(ctx, r.results, ""); err != nil {
		return nil, err
	}
	r.Plan = func(visit func(*rows.Fixture) (bool, error)) error { return s.eachFixture(ctx, r.plan, visit) }
	r.Results = func(visit func(*rows.Result) (bool, error)) error {
		return s.eachResult(ctx, r.results, `SELECT `+resultColumns+` FROM agon.result WHERE contest = $1 ORDER BY fixture`, visit)
	}
	r.OddOnes = func(visit func(*rows.Result) (bool, error)) error {
		return s.eachResult(ctx, r.results, `SELECT `+resultColumns+` FROM agon.other WHERE contest = $1 ORDER BY arrival`, visit)
	}
	return r, nil
}

func (r *snapshot) close() {
	for _, conn := range []*pgx.Conn{r.plan, r.results} {
		if conn != nil {
			closeConn(conn)
		}
	}
}

const sealColumns = `plan, results, others, plan_sum, result_sum, others_sum, facts, changes, changes_sum`

// readSeal returns the seal, the term and the number of transactions of the contest. lock is empty or a locking clause.
func (s *Store) readSeal(ctx context.Context, conn *pgx.Conn, lock string) (seal rows.Seal, term, written int64, err error) {
	err = scanSeal(conn.QueryRow(ctx, `SELECT `+sealColumns+`, term, written FROM agon.seal WHERE contest = $1`+lock, s.contest), &seal, &term, &written)
	return seal, term, written, err
}

func scanSeal(row pgx.Row, s *rows.Seal, term, written *int64) error {
	err := row.Scan(&s.Plan, &s.Results, &s.Others, &s.PlanSum, &s.ResultSum, &s.OthersSum, &s.Facts, &s.Changes, &s.ChangesSum, term, written)
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
		ID: c.int(0), Stage: c.int(1), Round: c.int(2), Match: c.int(3), Game: c.int(4), Seats: c.text(5), Seed: c.int64(6), Sum: c.int64(7),
	}
}

// result reads the columns of a result.
func (c cells) result(into *rows.Result) {
	*into = rows.Result{
		Fixture: c.int(0), Rounds: c.int(1), Turns: c.int(2), Digest: c.int64(3), Void: c.text(4), Places: c.text(5), Scores: c.text(6), Moves: c.text(7),
		Took: c.text(8), CPU: c.text(9), Faults: c.text(10), Sum: c.int64(11), Stalls: c.text(12), OnTime: c.text(13),
	}
}

// eachFixture calls visit for the rows of the plan.
func (s *Store) eachFixture(ctx context.Context, conn *pgx.Conn, visit func(*rows.Fixture) (bool, error)) error {
	var row rows.Fixture
	return s.each(ctx, conn, `SELECT id, stage, round, match, game, seats, seed, sum FROM agon.fixture WHERE contest = $1 ORDER BY id`, func(c cells) (bool, error) {
		c.fixture(&row)
		return visit(&row)
	})
}

// eachResult calls visit for rows of results.
func (s *Store) eachResult(ctx context.Context, conn *pgx.Conn, query string, visit func(*rows.Result) (bool, error)) error {
	var row rows.Result
	return s.each(ctx, conn, query, func(c cells) (bool, error) {
		c.result(&row)
		return visit(&row)
	})
}

// each calls visit for the rows of a query about the contest. It reads the server's messages without package pgx's conversions, which would
// cost as much as all the rest.
func (s *Store) each(ctx context.Context, conn *pgx.Conn, query string, visit func(cells) (bool, error)) error {
	contest := []byte(strconv.FormatInt(s.contest, 10))
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
