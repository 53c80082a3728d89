package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
	"agon/contest/store/rows"
	"agon/format/tournament"
)

// writing is a transaction: what it stores is collected and sent with its commit, so that it takes two round trips.
type writing struct {
	ctx     context.Context
	conn    *pgx.Conn
	contest int64
	over    bool

	before, seal rows.Seal
	written      int64        // transactions before this one
	known        map[int]kept // the games that it is about, if they are planned

	fixtures []rows.Fixture
	results  []rows.Result
	others   []rows.Result
	dropped  []int64   // games whose results no longer stand
	batch    pgx.Batch // statements for the other tables
}

// kept is a planned game.
type kept struct {
	sum      int64
	seats    int
	standing *tournament.Result // nil if it has no result
}

// begin starts a transaction and reads the games with these IDs. It locks the contest's seal, and compares its term with this run's.
func (s *Store) begin(ctx context.Context, conn *pgx.Conn, ids []int64) (*writing, error) {
	t := &writing{ctx: ctx, conn: conn, contest: s.contest, known: make(map[int]kept, len(ids))}
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
		err = scanSeal(sent.QueryRow(), &t.seal, &term, &t.written)
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
	t.before = t.seal
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
		k := kept{sum: c.int64(0), seats: elements(c.text(1))}
		if c[3] != nil {
			c[3:].result(&row)
			r, err := row.Result()
			if err != nil {
				return err
			}
			k.standing = &r
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
func (t *writing) changed() bool { return t.seal != t.before || t.batch.Len() > 0 }

// plan stores one fixture. IDs are consecutive from 0, so the seal's count is the next ID.
func (t *writing) plan(r rows.Fixture) error {
	switch k, planned := t.known[r.ID]; {
	case r.ID < 0 || r.ID > t.seal.Plan:
		return store.Gap(r.ID, t.seal.Plan)
	case r.ID < t.seal.Plan && !planned:
		return fmt.Errorf("read game %d of the plan: it is gone", r.ID)
	case r.ID < t.seal.Plan && k.sum != r.Sum:
		return store.Replanned(r.ID)
	case r.ID < t.seal.Plan:
		return nil
	}
	t.seal.AddFixture(r)
	t.known[r.ID] = kept{sum: r.Sum, seats: elements(r.Seats)}
	t.fixtures = append(t.fixtures, r)
	return nil
}

// record stores one result.
func (t *writing) record(r tournament.Result) (store.Verdict, error) {
	game, planned := t.known[r.Fixture]
	if !planned {
		return 0, store.Unplanned(r.Fixture)
	}
	if err := r.Check(game.seats); err != nil {
		return 0, fmt.Errorf("record results: %w", err)
	}
	verdict := store.Judge(game.standing, r)
	switch verdict {
	case store.Stands:
		row := rows.OfResult(r)
		t.seal.AddResult(row)
		t.results = append(t.results, row)
		game.standing = &r
		t.known[r.Fixture] = game
	case store.Odd:
		row := rows.OfResult(r)
		t.seal.AddOther(row)
		t.others = append(t.others, row)
	}
	return verdict, nil
}

// reopen checks that a game is planned and, if it is to be played again, moves its result to the others.
func (t *writing) reopen(id int, again bool) error {
	game, planned := t.known[id]
	if !planned {
		return store.Unplanned(id)
	}
	if game.standing == nil || !again {
		return nil
	}
	row := rows.OfResult(*game.standing)
	t.seal.RemoveResult(row)
	t.seal.AddOther(row)
	t.dropped = append(t.dropped, int64(id))
	t.others = append(t.others, row)
	game.standing = nil
	t.known[id] = game
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
	s := t.seal
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

// selectGames reads planned games with their results. The subqueries with LIMIT have each game looked up by its key: the statistics of tables that
// grow fast are always old, and joins by them would compare each game with all others.
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
	return []any{ints[0], ints[1], ints[2], ints[3], texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6], ints[4], texts[7], texts[8]}
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
