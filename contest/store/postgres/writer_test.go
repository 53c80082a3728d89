package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"agon/contest/store"
	"agon/format/tournament"
)

// Two contests of one database do not mix, and one that is removed takes nothing of the other with it.
func TestContestsDoNotMix(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a, b := fresh(t), fresh(t)
	made(t, a)
	made(t, b)
	one, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Record(ctx, result(35, 5)); err != nil {
		t.Fatal(err)
	}
	if err := one.Note(ctx, store.Event{Topic: store.Setting, Of: "guard"}); err != nil {
		t.Fatal(err)
	}
	var inUse *store.InUse
	if err := Remove(ctx, a); !errors.As(err, &inUse) {
		t.Errorf("a contest in use is removed: %v", err)
	}
	one.Close()
	if err := Remove(ctx, a); err != nil {
		t.Fatal(err)
	}
	if err := Remove(ctx, a); err != nil {
		t.Errorf("a contest that is not there: %v", err)
	}
	var absent *Absent
	if _, err := Read(ctx, a); !errors.As(err, &absent) {
		t.Errorf("a removed contest is read: %v", err)
	}
	other, err := Open(ctx, b, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	done := 0
	for g, err := range other.Games(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if g.Done {
			done++
		}
	}
	if events, err := other.Events(ctx); done != 30 || len(events) != 0 || err != nil {
		t.Errorf("the other contest has %d results and the events %v, %v", done, events, err)
	}
}

// One run writes: a second one is refused, and may go on when the first has ended. Readers are not refused, and may note events.
func TestASecondRunIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a := fresh(t)
	made(t, a)
	first, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	var inUse *store.InUse
	if _, err := Open(ctx, a, Patience{}); !errors.As(err, &inUse) || !strings.Contains(err.Error(), applicationName) ||
		!strings.Contains(err.Error(), a.Contest) {
		t.Errorf("a second run: %v", err)
	}
	reader, err := Read(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.Note(ctx, store.Event{Topic: store.Request, Of: "0", Now: "please"}); err != nil {
		t.Error(err)
	}
	if err := reader.Plan(ctx, tournament.Fixture{ID: 40, Seats: []int{1}}); err == nil {
		t.Error("a reader changed the plan")
	}
	if events, err := first.Events(ctx); err != nil || len(events) != 1 || events[0].Now != "please" {
		t.Errorf("the run reads the events %v, %v", events, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
}

// A run whose connection was lost does not write after another has conducted the contest, whether the other still does or has ended.
func TestARunThatWasSupersededWritesNothing(t *testing.T) {
	for _, tt := range []struct {
		name  string
		ended bool
		want  string
	}{{"the other is at work", false, "is in use by another run"}, {"the other has ended", true, "another run has taken over the ledger"}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			a := fresh(t)
			made(t, a)
			first, err := Open(ctx, a, Patience{})
			if err != nil {
				t.Fatal(err)
			}
			defer first.Close()
			lose(t, first)
			second, err := Open(ctx, a, Patience{})
			if err != nil {
				t.Fatal(err)
			}
			defer second.Close()
			if tt.ended {
				second.Close()
			}
			if _, err := first.Record(ctx, result(35, 5)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the first run: %v, want %q", err, tt.want)
			}
			for g, err := range second.Games(ctx) {
				if tt.ended {
					break
				}
				if err != nil || g.ID == 35 && g.Done {
					t.Errorf("game %d: %v, %v", g.ID, g.Done, err)
				}
			}
		})
	}
}

// lose ends the server's process of a store's connection, and waits until it is gone.
func lose(t *testing.T, s *Store) {
	t.Helper()
	gone, err := server.Get(t).Number(fmt.Sprintf("SELECT pg_terminate_backend(%d, 60000)::int", s.backend))
	if err != nil || gone != 1 {
		t.Fatalf("the connection was not lost: %v", err)
	}
}

// A connection that is lost between two calls, or after the server has committed and before its answer arrives, loses nothing and stores
// nothing twice, whatever the call.
func TestALostConnectionLosesNothingAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		write func(s *Store) (any, error)
	}{
		{"plan", func(s *Store) (any, error) {
			return nil, s.Plan(context.Background(), tournament.Fixture{ID: 40, Seats: []int{0, 1}},
				tournament.Fixture{ID: 41, Seats: []int{0, 1}})
		}},
		{"results", func(s *Store) (any, error) {
			return s.Record(context.Background(), result(35, 5), result(35, 5), result(35, 6), result(1, 7))
		}},
		{"event", func(s *Store) (any, error) {
			return nil, s.Note(context.Background(), store.Event{Topic: store.Setting, Of: "guard", Now: "1s"})
		}},
		{"change", func(s *Store) (any, error) {
			return nil, s.Change(context.Background(), store.Change{What: store.Again, Entry: -1, Instead: -1, Games: []int{3, 4}})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			var want, wantAnswer any
			for _, when := range []string{"never", "before", "after"} {
				a := fresh(t)
				made(t, a)
				var notes []string
				s, err := Open(ctx, a, Patience{Note: func(text string) { notes = append(notes, text) }})
				if err != nil {
					t.Fatal(err)
				}
				switch when {
				case "before":
					lose(t, s)
				case "after":
					s.committed = func() { s.committed = nil; lose(t, s); s.conn.Close(ctx) }
				}
				answer, err := tt.write(s)
				if err != nil {
					t.Fatalf("lost %s: %v", when, err)
				}
				if lost := when != "never"; lost != (len(notes) == 2) {
					t.Errorf("lost %s: told was %q", when, notes)
				}
				got := everything(t, s)
				s.Close()
				if when == "never" {
					want, wantAnswer = got, answer
				} else if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(answer, wantAnswer) {
					t.Errorf("lost %s:\n%+v, %v\nwant\n%+v, %v", when, got, answer, want, wantAnswer)
				}
			}
		})
	}
}

// A connection that the run has lost and the server has not noticed yet still holds the lock: the run ends it and goes on.
func TestAHalfOpenConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a := fresh(t)
	made(t, a)
	s, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	old := s.conn
	defer old.Close(ctx)
	s.conn = nil
	if verdicts, err := s.Record(ctx, result(35, 5)); err != nil || verdicts[0] != store.Stands {
		t.Errorf("%v, %v", verdicts, err)
	}
	if err := old.Ping(ctx); err == nil {
		t.Error("the old connection still works")
	}
}

// A database that is older than what it has confirmed, as a replica that lagged behind, is noticed with the next transaction.
func TestLostTransactionsAreNoticed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a := fresh(t)
	made(t, a)
	s, err := Open(ctx, a, Patience{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Record(ctx, result(35, 5)); err != nil {
		t.Fatal(err)
	}
	if err := server.Get(t).Exec(fmt.Sprintf("UPDATE agon.seal SET written = written - 1 WHERE contest = %d", s.contest)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(ctx, result(36, 5)); err == nil || !strings.Contains(err.Error(), "lost what it had confirmed") {
		t.Errorf("after a lost transaction: %v", err)
	}
}

// everything returns all that a ledger holds.
func everything(t *testing.T, s *Store) (list []any) {
	t.Helper()
	ctx := context.Background()
	for g, err := range s.Games(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	events, err := s.Events(ctx)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := s.Changes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return append(list, events, changes)
}

// Games are looked up by their keys even in tables that the server's statistics take for empty; a scan for each game would be quadratic.
func TestGamesAreLookedUpByTheirKeys(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, fresh(t), Patience{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var plan strings.Builder
	err = s.eachRow(ctx, s.conn, `EXPLAIN `+strings.ReplaceAll(selectGames, "$2", "'{1}'"), func(row pgx.Row) error {
		var line string
		err := row.Scan(&line)
		plan.WriteString(line + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"id", "fixture"} {
		if want := " AND (" + key + " = wanted.game)"; !strings.Contains(plan.String(), want) {
			t.Errorf("without %q the plan is\n%s", want, &plan)
		}
	}
}

// Names and messages may contain anything.
func TestTextsAreKept(t *testing.T) {
	for _, text := range []string{"", "plain", "bö\\se", "a\x00b", "\xff\xfe", `\x00`, `\\x00`, "\\", "\x00\\\x80", "日本"} {
		stored := escaped(text)
		if got, err := unescaped(stored); err != nil || got != text || strings.ContainsRune(stored, 0) ||
			strings.ToValidUTF8(stored, "?") != stored {
			t.Errorf("%q is stored as %q and read as %q, %v", text, stored, got, err)
		}
	}
	for _, bad := range []string{`\`, `\x`, `\x0`, `\xzz`, `\n`} {
		if got, err := unescaped(bad); err == nil {
			t.Errorf("%q is read as %q", bad, got)
		}
	}
}
