package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/pgserver"
)

// made fills the ledger of a contest with 40 games, 30 of them played, and one odd result.
func made(t *testing.T, a Address) {
	t.Helper()
	ctx := context.Background()
	s, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Begin(ctx, &store.Contest{Kind: "tron", Bots: []store.Bot{{Name: "a", Author: "Ann", Hash: "12ab"}}}); err != nil {
		t.Fatal(err)
	}
	var plan []tournament.Fixture
	var results []tournament.Result
	for i := range 40 {
		plan = append(plan, tournament.Fixture{ID: i, Match: i, Seats: []int{0, 1}, Seed: int64(i * i)})
		if i < 30 {
			results = append(results, result(i, uint64(i)))
		}
	}
	results = append(results, result(8, 99))
	if err := s.Plan(ctx, plan...); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(ctx, results...); err != nil {
		t.Fatal(err)
	}
	if err := s.Change(ctx, store.Change{What: store.Withdrawn, Entry: 1, Instead: -1}); err != nil {
		t.Fatal(err)
	}
}

func result(fixture int, digest uint64) tournament.Result {
	return tournament.Result{Fixture: fixture, Rounds: 5, Turns: 9, Digest: digest,
		Seats: []tournament.Seat{{Place: 1, Score: 2.5}, {Place: 2}}}
}

func edit(t *testing.T, s *pgserver.Server, statement string) {
	t.Helper()
	if err := s.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// numbered replaces $ in a statement by the number of the contest.
func numbered(a Address, statement string) string {
	return strings.ReplaceAll(statement, "$", "(SELECT number FROM agon.contest WHERE name = '"+a.Contest+"')")
}

func TestADamagedLedgerIsRefused(t *testing.T) {
	for _, tt := range []struct{ name, statement, want string }{
		{"a score changed", `UPDATE agon.result SET scores = '[9.5,0]' WHERE contest = $ AND fixture = 7`,
			"the result of game 7 is not as it was written"},
		{"a seat changed", `UPDATE agon.fixture SET seats = '[1,0]' WHERE contest = $ AND id = 3`,
			"game 3 of the plan is not as it was written"},
		{"a result taken away", `DELETE FROM agon.result WHERE contest = $ AND fixture = 7`, "it has 29 results where 30 were written"},
		{"a planned game taken away", `DELETE FROM agon.fixture WHERE contest = $ AND id = 39`,
			"its plan has 39 games where 40 were written"},
		{"an odd result taken away", `DELETE FROM agon.other WHERE contest = $`, "0 odd results where 1 were written"},
		{"a change taken away", `DELETE FROM agon.change WHERE contest = $`, "it has 0 changes of its bots and games where 1 were written"},
		{"a reason changed", `UPDATE agon.change SET why = 'for fun' WHERE contest = $`, "change 1 is not as it was written"},
		{"another contest's facts", `UPDATE agon.definition SET kind = 'rps' WHERE contest = $`, "its facts about the contest"},
		{"another author", `UPDATE agon.bot SET author = 'Ben' WHERE contest = $`, "its facts about the contest"},
		{"a row swapped for another", `UPDATE agon.result SET fixture = 35 WHERE contest = $ AND fixture = 7`,
			"the result of game 35 is not as it was written"},
		{"a row of another contest", `INSERT INTO agon.other (contest, fixture, rounds, turns, digest, void, places, scores, moves, took, cpu, faults, sum, stalls, on_time)
			SELECT contest, fixture, rounds, turns, digest, void, places, scores, moves, took, cpu, faults, sum, stalls, on_time FROM agon.result WHERE contest = $ AND fixture = 1`, "2 odd results where 1 were written"},
		{"no seal", `DELETE FROM agon.seal WHERE contest = $`, "it has no seal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := fresh(t)
			made(t, a)
			edit(t, server.Get(t), numbered(a, tt.statement))
			for name, open := range map[string]func() (*Store, error){
				"Open": func() (*Store, error) { return Open(context.Background(), a, Patience{}) },
				"Read": func() (*Store, error) { return Read(context.Background(), a) },
			} {
				s, err := open()
				if err == nil {
					s.Close()
					t.Fatalf("%s opened it", name)
				}
				var damaged *store.Damaged
				if !errors.As(err, &damaged) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), a.Contest) {
					t.Errorf("%s: %T %v, want %q", name, err, err, tt.want)
				}
			}
		})
	}
}

// Tables that are gone or of another version concern every contest, so this test has a database of its own.
func TestTablesThatDoNotFit(t *testing.T) {
	shared := server.Get(t)
	edit(t, shared, `CREATE DATABASE tables`)
	inside, err := Parse(strings.Replace(shared.URL(), "/agon?", "/tables?", 1))
	if err != nil {
		t.Fatal(err)
	}
	inside.Contest = "cup"
	ctx := context.Background()
	if _, err := Read(ctx, inside); err == nil || !strings.Contains(err.Error(), "has no ledgers of agon") {
		t.Errorf("a database without tables: %v", err)
	}
	made(t, inside)
	run := func(statement string) {
		t.Helper()
		s, err := Read(ctx, inside)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	run(`INSERT INTO agon.migration (version_id, is_applied) VALUES (99, true)`)
	for _, err := range opened(ctx, inside) {
		if err == nil || !strings.Contains(err.Error(), "a newer version of this program") {
			t.Errorf("tables of the future: %v", err)
		}
	}
	if err := shared.ExecIn("tables", `DELETE FROM agon.migration WHERE version_id = 99`); err != nil {
		t.Fatal(err)
	}
	run(`DROP TABLE agon.other`)
	for _, err := range opened(ctx, inside) {
		var damaged *store.Damaged
		if !errors.As(err, &damaged) {
			t.Errorf("a table is gone: %T %v", err, err)
		}
	}
}

// opened opens a ledger in both ways, and returns the errors.
func opened(ctx context.Context, a Address) (errs []error) {
	one, err := Open(ctx, a, Patience{})
	if err == nil {
		one.Close()
	}
	other, err2 := Read(ctx, a)
	if err2 == nil {
		other.Close()
	}
	return []error{err, err2}
}
