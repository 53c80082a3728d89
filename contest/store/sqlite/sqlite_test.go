package sqlite

import (
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"agon/contest/store"
	"agon/contest/store/storetest"
	"agon/format/tournament"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Opener {
		path := filepath.Join(t.TempDir(), "a ledger?b#c%41.db") // characters that need escaping in a URI
		return func() (store.Store, error) { return Open(context.Background(), path) }
	})
}

// made returns the path of a closed ledger of 40 games, 30 of them played.
func made(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "ledger.db")
	s, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(ctx, &store.Contest{Kind: "tron", Bots: []store.Bot{{Name: "a", Author: "Ann", Hash: "12ab"}}}); err != nil {
		t.Fatal(err)
	}
	var plan []tournament.Fixture
	var results []tournament.Result
	for i := range 40 {
		plan = append(plan, tournament.Fixture{ID: i, Match: i, Seats: []int{0, 1}, Seed: int64(i * i)})
		if i < 30 {
			results = append(results, tournament.Result{Fixture: i, Rounds: 5, Turns: 9, Digest: uint64(i),
				Seats: []tournament.Seat{{Place: 1, Score: 2.5}, {Place: 2}}})
		}
	}
	odd := results[8]
	odd.Digest = 99
	results = append(results, odd)
	if err := s.Plan(ctx, plan...); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(ctx, results...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// edit runs a statement on the file without the store.
func edit(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedLedgerIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(t *testing.T, path string)
		want   string
	}{
		{"empty", func(t *testing.T, path string) { write(t, path, nil) }, "it is empty"},
		{"cut off in its head", func(t *testing.T, path string) { write(t, path, []byte("SQLite format 3\x00abc")) },
			"not those of an SQLite database"},
		{"something else", func(t *testing.T, path string) { write(t, path, []byte(strings.Repeat("name,score\n", 100))) },
			"not those of an SQLite database"},
		{"another program's", func(t *testing.T, path string) { edit(t, path, `PRAGMA application_id = 7`) },
			"a database of another program"},
		{"cut off in the middle", func(t *testing.T, path string) {
			content, _ := os.ReadFile(path)
			write(t, path, content[:len(content)/2])
		}, "is damaged"},
		{"a score changed", func(t *testing.T, path string) {
			edit(t, path, `UPDATE result SET scores = '[9.5,0]' WHERE fixture = 7`)
		}, "the result of game 7 is not as it was written"},
		{"a seat changed", func(t *testing.T, path string) { edit(t, path, `UPDATE fixture SET seats = '[1,0]' WHERE id = 3`) },
			"game 3 of the plan is not as it was written"},
		{"a result taken away", func(t *testing.T, path string) { edit(t, path, `DELETE FROM result WHERE fixture = 7`) },
			"it has 29 results where 30 were written"},
		{"a planned game taken away", func(t *testing.T, path string) { edit(t, path, `DELETE FROM fixture WHERE id = 39`) },
			"its plan has 39 games where 40 were written"},
		{"an odd result taken away", func(t *testing.T, path string) { edit(t, path, `DELETE FROM other`) },
			"0 odd results where 1 were written"},
		{"another contest's facts", func(t *testing.T, path string) { edit(t, path, `UPDATE contest SET kind = 'rps'`) },
			"its facts about the contest"},
		{"another author", func(t *testing.T, path string) { edit(t, path, `UPDATE bot SET author = 'Ben'`) },
			"its facts about the contest"},
		{"a row swapped for another", func(t *testing.T, path string) {
			edit(t, path, `UPDATE result SET fixture = 35 WHERE fixture = 7`)
		}, "the result of game 35 is not as it was written"},
		{"no seal", func(t *testing.T, path string) { edit(t, path, `DELETE FROM seal`) }, "it has no seal"},
		{"a view without an end in place of a table", func(t *testing.T, path string) {
			edit(t, path, `ALTER TABLE option RENAME TO kept; CREATE VIEW option AS WITH RECURSIVE n(place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM n) SELECT place, 'a' || place AS name, 'b' AS value FROM n`)
		}, `it has the view "option"`},
		{"a trigger", func(t *testing.T, path string) {
			edit(t, path, `CREATE TRIGGER more AFTER INSERT ON result BEGIN DELETE FROM fixture; END`)
		}, `it has the trigger "more"`},
		{"a virtual table", func(t *testing.T, path string) { edit(t, path, `CREATE VIRTUAL TABLE words USING fts5(word)`) },
			`it has the table "words"`},
		{"a column that is computed", func(t *testing.T, path string) {
			edit(t, path, `ALTER TABLE bot ADD COLUMN big TEXT AS (hex(zeroblob(400000000)))`)
		}, `it has the table "bot"`},
		{"an index that is computed", func(t *testing.T, path string) {
			edit(t, path, `CREATE INDEX big ON bot (length(hex(zeroblob(entry))))`)
		}, `it has the index "big"`},
		{"a write-ahead log of something else", func(t *testing.T, path string) { write(t, path+"-wal", []byte("name,score\n")) },
			"write-ahead log"},
		{"a table gone", func(t *testing.T, path string) { edit(t, path, `DROP TABLE other`) }, "is damaged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := made(t)
			tt.damage(t, path)
			s, err := Open(context.Background(), path)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			var damaged *store.Damaged
			if !errors.As(err, &damaged) {
				t.Errorf("it is no Damaged, but %T %v", err, err)
			}
		})
	}
}

func TestALedgerOfTheFutureIsRefused(t *testing.T) {
	path := made(t)
	edit(t, path, `PRAGMA user_version = 99`)
	if _, err := Open(context.Background(), path); err == nil || !strings.Contains(err.Error(), "a newer version of this program") {
		t.Errorf("%v", err)
	}
}

// If any byte is changed, the ledger is refused, or reads as it was written.
func TestNoByteChangesWhatIsRead(t *testing.T) {
	path := made(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := all(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := 0; at < len(content); at += 97 {
		changed := append([]byte(nil), content...)
		changed[at] ^= 0x41
		write(t, path, changed)
		got, err := all(path)
		for _, beside := range []string{"-wal", "-shm"} {
			os.Remove(path + beside)
		}
		if err != nil {
			refused++
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("byte %d changed what is read", at)
		}
	}
	if refused == 0 {
		t.Error("no change was refused")
	}
}

// If pages are swapped or filled with chance, the ledger is refused, or reads as it was written.
func TestNoPageChangesWhatIsRead(t *testing.T) {
	path := made(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := all(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	dice := rand.New(rand.NewPCG(3, 5))
	for n := range 200 {
		changed := append([]byte(nil), content...)
		pages := len(changed) / page
		one, other := 1+dice.IntN(pages-1), 1+dice.IntN(pages-1) // the first has the head
		if n%2 == 0 {
			copy(changed[one*page:(one+1)*page], content[other*page:])
		} else {
			for i := range page {
				changed[one*page+i] = byte(dice.Uint32())
			}
		}
		write(t, path, changed)
		if got, err := all(path); err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("change %d, page %d: another ledger is read", n, one)
		}
		for _, beside := range []string{"-wal", "-shm"} {
			os.Remove(path + beside)
		}
	}
}

// all returns everything that can be read from a ledger.
func all(path string) ([]any, error) {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	contest, err := s.Contest(ctx)
	if err != nil {
		return nil, err
	}
	list := []any{contest}
	for g, err := range s.Games(ctx) {
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

func TestAKillWhileTheFileIsMadeLeavesNoHalfLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	write(t, path+".new", []byte("half of a new ledger"))
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ".new"); !os.IsNotExist(err) {
		t.Errorf("the half is still there: %v", err)
	}
}

func TestAFolderThatIsNotThereIsAPlainError(t *testing.T) {
	_, err := Open(context.Background(), filepath.Join(t.TempDir(), "none", "ledger.db"))
	var damaged *store.Damaged
	if err == nil || errors.As(err, &damaged) {
		t.Errorf("got %v", err)
	}
}

// Read does not change the folder, and reads what a killed process has left in the write-ahead log.
func TestReadChangesNothing(t *testing.T) {
	path := made(t)
	want, err := all(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	writer, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := writer.Plan(ctx, tournament.Fixture{ID: 40, Match: 40, Seats: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	// A copy of the open files is what a kill leaves behind.
	killed := filepath.Join(t.TempDir(), "ledger.db")
	for _, ending := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + ending)
		if err != nil {
			t.Fatal(err)
		}
		write(t, killed+ending, content)
	}
	for _, tt := range []struct {
		name, path string
		live       bool
	}{{"of a killed run", killed, false}, {"of a run that is at work", path, true}} {
		before := files(t, tt.path)
		s, err := Read(ctx, tt.path, tt.live)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		games := 0
		for _, err := range s.Games(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			games++
		}
		if games != len(want) { // the contest's facts and 40 games; here 41 games
			t.Errorf("%s: %d games", tt.name, games)
		}
		folder := s.folder
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if after := files(t, tt.path); after != before {
			t.Errorf("%s: the folder was %s and is %s", tt.name, before, after)
		}
		if _, err := os.Stat(folder); folder != "" && err == nil {
			t.Errorf("%s: the copy is left in %s", tt.name, folder)
		}
	}
}

// files lists the folder of a ledger.
func files(t *testing.T, path string) string {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, f := range list {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		names += fmt.Sprintf("%s %d; ", f.Name(), info.Size())
	}
	return names
}

// TestEventsOfEarlierLedgers: names with prefixes, as version 4 wrote them, become topics.
func TestEventsOfEarlierLedgers(t *testing.T) {
	path := filepath.Join(t.TempDir(), Name)
	s, err := connect(path, "WAL")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := fs.Sub(migrations, "migrations")
	earlier, err := goose.NewProvider(goose.DialectSQLite3, s.db, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := earlier.UpTo(context.Background(), 4); err != nil {
		t.Fatal(err)
	}
	for _, e := range [][3]string{
		{"memory limit", "", "512MB"}, {"memory limit", "512MB", "1GB"}, {"clock of day 1", "", "it is\nslow"},
		{"limit memory", "as in the contest file", "2GB\nit needs\nmore"},
		{"limit memory", "2GB", "\nagain"}, {"day 2026-11-25", "", "1 12"}, {"request 6", "", `{"What":"reload"}`},
		{"request 6", "", "answered: done"},
	} {
		if _, err := s.db.Exec(`INSERT INTO event (at, what, was, now) VALUES ('2026-11-25T12:00:00.5Z', ?, ?, ?)`, e[0], e[1],
			e[2]); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if s, err = Open(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Events(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 25, 12, 0, 0, 5e8, time.UTC)
	want := []store.Event{
		{Topic: store.Setting, Of: "memory limit", Now: "512MB"}, {Topic: store.Setting, Of: "memory limit", Was: "512MB", Now: "1GB"},
		{Topic: store.Doubt, Of: "day 1", Now: "it is\nslow"},
		{Topic: store.Limit, Of: "memory", Was: "as in the contest file", Now: "2GB", Why: "it needs\nmore"},
		{Topic: store.Limit, Of: "memory", Was: "2GB", Why: "again"}, {Topic: store.Day, Of: "2026-11-25", Stage: 1, Round: 12},
		{Topic: store.Request, Of: "6", Now: `{"What":"reload"}`}, {Topic: store.Answer, Of: "6", Now: "done"},
	}
	for i := range want {
		want[i].At = at
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// TestLedgersOfEarlierVersions reads ledgers as earlier versions left them: what defines the contest was a list of facts in words.
func TestLedgersOfEarlierVersions(t *testing.T) {
	keys := func(games, seats string) []store.Value {
		return []store.Value{{Name: "games", Text: games}, {Name: "seats", Text: seats}}
	}
	want := &store.Contest{
		Kind: "colour-battle", Rules: "2023.1", Seed: 7, Average: "20ms",
		Options: []store.Value{
			{Name: "cells_per_bot", Text: "64"}, {Name: "deal"}, {Name: "draws"}, {Name: "mode", Text: "strict"},
			{Name: "rounds", Text: "20"}, {Name: "shuffle_listing", Text: "false"},
		},
		Bots: []store.Bot{
			{Name: "rambo", Hash: "bf99c774dd6f5251"}, {Name: "Steve 'n bot", Hash: "e9bca429024d9d06"},
			{Name: "painter", Hash: "47b0b02d9b1e87d5"},
			{Name: "broken", Hash: "c3e1b3e0fce82f0e", Broken: store.Unknown},
		},
		Stages: []store.Stage{{Name: "groups (of 3)", Format: "arena", Keys: keys("4", "3")},
			{Name: "final", Format: "arena", Keys: keys("2", "2")}},
	}
	for _, version := range []string{"version4", "version5"} {
		packed, err := os.Open(filepath.Join("testdata", version+".db.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		unpacked, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), Name)
		write(t, path, content)
		ctx := context.Background()
		s, err := Open(ctx, path)
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		defer s.Close()
		got, err := s.Contest(ctx)
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", version, got, want)
		}
		games := 0
		for g, err := range s.Games(ctx) {
			if err != nil || !g.Done {
				t.Errorf("%s: %+v, %v", version, g, err)
			}
			games++
		}
		events, err := s.Events(ctx)
		if last := store.Latest(events, store.Limit)["memory"]; err != nil || games != 6 || last.Now != "1GB" ||
			last.Why != "it is needed" {
			t.Errorf("%s: %d games, limit %+v, %v", version, games, last, err)
		}
	}
}
