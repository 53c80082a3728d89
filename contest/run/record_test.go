package run

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/limit"
	"agon/contest/store"
	"agon/format/tournament"
)

// The stored replay of a game is that of the result that stands, even if other results arrive.
func TestOnlyReplaysOfResultsThatStandAreKept(t *testing.T) {
	l := tournament.NewLedger(0, 0)
	for id := range 5 {
		if err := l.Plan(tournament.Fixture{ID: id, Match: id, Seats: []int{0, 1}}); err != nil {
			t.Fatal(err)
		}
	}
	one := func(id int, replay string) finished {
		r := tournament.Result{Fixture: id, Seats: []tournament.Seat{{Place: 1}, {Place: 2}}}
		return finished{result: r, replay: []byte(replay)}
	}
	if _, err := l.Enter(one(1, "").result); err != nil {
		t.Fatal(err)
	}
	batch := []finished{one(0, "first"), one(1, "again, later"), one(3, "first"), one(3, "second"), one(2, "first")}
	got := ""
	for _, g := range standing(batch, l) {
		got += fmt.Sprintf("%d %s\n", g.ID, g.Data)
	}
	if want := "0 first\n3 first\n2 first\n"; got != want {
		t.Errorf("kept are\n%swant\n%s", got, want)
	}
}

// countedLedgers counts how often results are stored.
type countedLedgers struct {
	contest.Ledgers
	batches *int
}

func (l countedLedgers) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := l.Ledgers.Open(ctx, dir)
	return countedStore{s, l.batches}, err
}

type countedStore struct {
	store.Store
	batches *int
}

func (s countedStore) Record(ctx context.Context, results ...tournament.Result) ([]store.Verdict, error) {
	*s.batches++
	return s.Store.Record(ctx, results...)
}

// TestGamesThatWaitAreStoredTogether: games that were played while others were stored make one batch, even if they are the last.
func TestGamesThatWaitAreStoredTogether(t *testing.T) {
	batches := 0
	text := strings.NewReplacer("rounds = 200", "rounds = 2", "format = \"arena\"\ngames = 60\nseats = 3",
		"format = \"round-robin\"\ngames = 20").Replace(cup)
	c := opened(t, t.TempDir(), text, func(s *contest.Setup) { s.Ledgers = countedLedgers{s.Ledgers, &batches} })
	r := &run{contest: c, options: Options{Cores: 1, Meter: &limit.Meter{}}, result: &contest.Result{Faults: map[string]map[string]int{}}}
	s, err := r.begin(0, 0, c.Began())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.backlog.offer(s.ledger.Open())
	work := schedule(t.Context(), s.backlog, s.pool(), s.pack, nil)
	for len(work.games) < s.ledger.Planned() {
		time.Sleep(time.Millisecond)
	}
	if err := s.keep(t.Context(), work); err != nil {
		t.Fatal(err)
	}
	if err := work.wait(); err != nil || !s.complete() || batches > 10 {
		t.Errorf("%d games are stored in %d batches: %v", s.ledger.Done(), batches, err)
	}
}
