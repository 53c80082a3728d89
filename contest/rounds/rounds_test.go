package rounds_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"agon/contest/rounds"
	"agon/contest/store"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
)

// stored returns a ledger of two stages: two rounds of 700 and 3 games, and one of 2.
func stored(t *testing.T) store.Store {
	t.Helper()
	ctx := context.Background()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), sqlite.Name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	stages := []store.Stage{{Name: "a", Format: "ladder"}, {Name: "b", Format: "ladder"}}
	if err := s.Begin(ctx, &store.Contest{Kind: "tron", Stages: stages, Bots: []store.Bot{{Name: "Ann"}, {Name: "Bob"}}}); err != nil {
		t.Fatal(err)
	}
	var plan []tournament.Fixture
	for i, n := range []int{700, 3, 2} {
		for range n {
			id := len(plan)
			plan = append(plan, tournament.Fixture{ID: id, Match: id, Stage: i / 2, Round: i % 2, Seats: []int{0, 1}})
		}
	}
	if err := s.Plan(ctx, plan...); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRounds: rounds come whole and in order, however many batches they take, and a stage ends where the next begins.
func TestRounds(t *testing.T) {
	r := rounds.Read(context.Background(), stored(t))
	defer r.Close()
	got := ""
	for _, stage := range []int{0, 0, 0, 1, 1} {
		games, err := r.Round(stage)
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprint(len(games))
		if len(games) > 0 {
			got += fmt.Sprint(" from ", games[0].ID)
		}
		got += "; "
	}
	if want := "700 from 0; 3 from 700; 0; 2 from 703; 0; "; got != want {
		t.Errorf("the rounds are %s, want %s", got, want)
	}
}

// TestPeekAndSkip: games that were only looked at come again, and those of a stage are skipped together.
func TestPeekAndSkip(t *testing.T) {
	r := rounds.Read(context.Background(), stored(t))
	defer r.Close()
	games, err := r.Peek(0, 600)
	if err != nil || len(games) != 600 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if taken := r.Take(2); len(taken) != 2 || taken[1].ID != 1 {
		t.Errorf("taken are %d", len(taken))
	}
	if other, err := r.Peek(1, 1); len(other) != 0 || err != nil {
		t.Errorf("%d games of a later stage are next, %v", len(other), err)
	}
	if n, err := r.Skip(0); n != 701 || err != nil {
		t.Errorf("%d games were skipped, %v", n, err)
	}
	if first, err := r.First(); err != nil || len(first) != 1 || first[0].ID != 703 {
		t.Errorf("next is %+v, %v", first, err)
	}
	if n, err := r.Skip(1); n != 2 || err != nil {
		t.Errorf("%d games were skipped, %v", n, err)
	}
	if rest, err := r.First(); len(rest) > 0 || err != nil {
		t.Errorf("%d games are left, %v", len(rest), err)
	}
}

// TestAFailedReading: an error of the ledger is that of the reader.
func TestAFailedReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := rounds.Read(ctx, stored(t))
	defer r.Close()
	if games, err := r.Round(0); err == nil {
		t.Errorf("%d games of a reading that was cancelled", len(games))
	}
}
