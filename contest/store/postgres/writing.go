package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"agon/contest/store/rows"
)

// writing is a transaction: what it stores is collected and sent with its commit, so that it takes two round trips.
type writing struct {
	rows.Writing
	ctx     context.Context
	conn    *pgx.Conn
	contest int64
	over    bool

	before  rows.Seal
	written int64              // transactions before this one
	known   map[int]*rows.Game // the games that it is about, if they are planned

	fixtures []rows.Fixture
	results  []rows.Result
	others   []rows.Result
	dropped  []int64   // games whose results no longer stand
	batch    pgx.Batch // statements for the other tables
}

// begin starts a transaction and reads the games with these IDs. It locks the contest's seal, and compares its term with this run's.
func (s *Store) begin(ctx context.Context, conn *pgx.Conn, ids []int64) (*writing, error) {
	t := &writing{ctx: ctx, conn: conn, contest: s.contest, known: make(map[int]*rows.Game, len(ids))}
	t.Table = t
	var term int64
	batch := &pgx.Batch{}
	batch.Queue(`BEGIN`)
	batch.Queue(`SELECT `+sealColumns+`, term, written FROM agon.seal WHERE contest = $1 FOR UPDATE`, s.contest)
	if len(ids) > 0 {
		batch.Queue(selectGames, s.contest, ids)
	}
	sent := conn.SendBatch(ctx, batch)
	_, err := sent.Exec()
	if err == nil {
		err = scanSeal(sent.QueryRow(), &t.Seal, &term, &t.written)
	}
	if err == nil && len(ids) > 0 {
		err = t.read(sent)
	}
	if closed := sent.Close(); err == nil {
		err = closed
	}
	if err == nil && term != s.term {
		err = s.superseded()
	}
	if err != nil {
		t.rollback()
		return nil, err
	}
	t.before = t.Seal
	return t, nil
}

// read reads the games.
func (t *writing) read(sent pgx.BatchResults) error {
	list, err := sent.Query()
	if err != nil {
		return err
	}
	defer list.Close()
	var row rows.Result
	for list.Next() {
		c := cells(list.RawValues())
		k := &rows.Game{Sum: c.int64(0), Seats: elements(c.text(1))}
		if c[3] != nil {
			c[3:].result(&row)
			r, err := row.Result()
			if err != nil {
				return err
			}
			k.Standing = &r
		}
		t.known[c.int(2)] = k
	}
	return list.Err()
}

// elements returns the length of a JSON array of numbers.
func elements(array string) int {
	if len(array) <= len("[]") {
		return 0
	}
	return strings.Count(array, ",") + 1
}

// rollback ends a transaction that was not committed.
func (t *writing) rollback() {
	if t.over || t.conn.IsClosed() {
		return
	}
	t.over = true
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), answerTime)
	defer cancel()
	if _, err := t.conn.Exec(ctx, `ROLLBACK`); err != nil {
		closeConn(t.conn)
	}
}

// changed reports whether there is anything to store.
func (t *writing) changed() bool { return t.Seal != t.before || t.batch.Len() > 0 }

// Game returns a planned game that the transaction is about.
func (t *writing) Game(id int) (*rows.Game, error) { return t.known[id], nil }

// InsertFixture collects a row.
func (t *writing) InsertFixture(r rows.Fixture) error {
	t.known[r.ID] = &rows.Game{Sum: r.Sum, Seats: elements(r.Seats)}
	t.fixtures = append(t.fixtures, r)
	return nil
}

// InsertResult collects a row.
func (t *writing) InsertResult(r rows.Result, stands bool) error {
	if stands {
		t.results = append(t.results, r)
	} else {
		t.others = append(t.others, r)
	}
	return nil
}

// DeleteResult collects a game whose result no longer stands.
func (t *writing) DeleteResult(id int) error {
	t.dropped = append(t.dropped, int64(id))
	return nil
}

// commit sends what was collected, and commits.
func (t *writing) commit() error {
	batch := &t.batch
	if len(t.fixtures) > 0 {
		batch.Queue(insertFixtures, append([]any{t.contest}, fixtureArrays(t.fixtures)...)...)
	}
	if len(t.dropped) > 0 {
		batch.Queue(`DELETE FROM agon.result WHERE contest = $1 AND fixture = ANY ($2)`, t.contest, t.dropped)
	}
	if len(t.results) > 0 {
		batch.Queue(insertResults("result"), append([]any{t.contest}, resultArrays(t.results)...)...)
	}
	if len(t.others) > 0 {
		batch.Queue(insertResults("other"), append([]any{t.contest}, resultArrays(t.others)...)...)
	}
	s := t.Seal
	batch.Queue(`UPDATE agon.seal SET (`+sealColumns+`) = ($2, $3, $4, $5, $6, $7, $8, $9, $10), written = written + 1 WHERE contest = $1`,
		t.contest, s.Plan, s.Results, s.Others, s.PlanSum, s.ResultSum, s.OthersSum, s.Facts, s.Changes, s.ChangesSum)
	batch.Queue(`COMMIT`)
	if err := t.conn.SendBatch(t.ctx, batch).Close(); err != nil {
		return err
	}
	t.over = true
	return nil
}

// resultColumns are the columns of the tables result and other, in the order of cells.result and resultArrays.
const resultColumns = `fixture, rounds, turns, digest, void, places, scores, moves, took, cpu, faults, sum, stalls, on_time`

// selectGames reads planned games with their results. The subqueries with LIMIT have each game looked up by its key: the statistics of
// tables that grow fast are always old, and joins by them would compare each game with all others.
const selectGames = `SELECT f.sum, f.seats, f.id, r.* FROM unnest($2::bigint[]) AS wanted (game)
	CROSS JOIN LATERAL (SELECT sum, seats, id FROM agon.fixture WHERE contest = $1 AND id = wanted.game LIMIT 1) f
	LEFT JOIN LATERAL (SELECT ` + resultColumns + ` FROM agon.result WHERE contest = $1 AND fixture = wanted.game LIMIT 1) r ON true`

const insertFixtures = `INSERT INTO agon.fixture (contest, id, stage, round, match, game, seats, seed, sum)
	SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[])`

func fixtureArrays(list []rows.Fixture) []any {
	ints, texts := columnsOf(list, func(r *rows.Fixture) ([]int64, []string) {
		return []int64{int64(r.ID), int64(r.Stage), int64(r.Round), int64(r.Match), int64(r.Game), r.Seed, r.Sum}, []string{r.Seats}
	})
	return []any{ints[0], ints[1], ints[2], ints[3], ints[4], texts[0], ints[5], ints[6]}
}

// insertResults inserts rows of results in the order of the arrays.
func insertResults(table string) string {
	return `INSERT INTO agon.` + table + ` (contest, ` + resultColumns + `)
	SELECT $1, ` + resultColumns + ` FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
	$11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[]) WITH ORDINALITY AS new (` + resultColumns + `, nth) ORDER BY nth`
}

func resultArrays(list []rows.Result) []any {
	ints, texts := columnsOf(list, func(r *rows.Result) ([]int64, []string) {
		return []int64{int64(r.Fixture), int64(r.Rounds), int64(r.Turns), r.Digest, r.Sum},
			[]string{r.Void, r.Places, r.Scores, r.Moves, r.Took, r.CPU, r.Faults, r.Stalls, r.OnTime}
	})
	return []any{ints[0], ints[1], ints[2], ints[3], texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6], ints[4],
		texts[7], texts[8]}
}

// columnsOf turns rows into columns.
func columnsOf[R any](list []R, values func(*R) ([]int64, []string)) (ints [][]int64, texts [][]string) {
	for i := range list {
		n, s := values(&list[i])
		if i == 0 {
			ints, texts = make([][]int64, len(n)), make([][]string, len(s))
		}
		for column, v := range n {
			ints[column] = append(ints[column], v)
		}
		for column, v := range s {
			texts[column] = append(texts[column], v)
		}
	}
	return ints, texts
}
