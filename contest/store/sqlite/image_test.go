package sqlite

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"agon/contest/store"
	"agon/format/tournament"
)

// games returns all games of a ledger.
func games(t *testing.T, s *Store) (list []store.Game) {
	t.Helper()
	for g, err := range s.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestTheFirstReadingIsLikeLaterOnes: the games kept in memory when a ledger was opened equal those in its file, to the last bit, and
// include games written since.
func TestTheFirstReadingIsLikeLaterOnes(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "ledger.db")
	s, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	var plan []tournament.Fixture
	var results []tournament.Result
	for i := range 9000 {
		f := tournament.Fixture{ID: i, Round: i / 100, Match: i / 3, Game: i % 3, Seed: int64(i) * -7919,
			Seats: []int{i % 7, 65535, 300}[:1+i%3]}
		plan = append(plan, f)
		if i%5 == 4 {
			continue
		}
		r := tournament.Result{Fixture: i, Rounds: i, Turns: 2 * i, Digest: math.MaxUint64 - uint64(i)}
		for seat := range f.Seats {
			s := tournament.Seat{Place: seat + 1, Score: float64(i) / 3, Moves: i, Took: 1 << 40, CPU: 127}
			if i%11 == 0 {
				s.Faults, s.Stall, s.OnTime = map[string]int{"late": i + 1, "illegal": 2}, 9, seat == 0
			}
			r.Seats = append(r.Seats, s)
		}
		results = append(results, r)
	}
	odd := results[8]
	odd.Digest++
	if err := s.Plan(ctx, plan...); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(ctx, append(results, odd)...); err != nil {
		t.Fatal(err)
	}
	want := games(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	for _, tt := range []struct {
		name  string
		write func(s *Store) error // between opening and reading
		games int
	}{
		{"nothing was written", func(*Store) error { return nil }, 9000},
		{"an event was written", func(s *Store) error { return s.Note(ctx, store.Event{Topic: store.Setting, Of: "clock"}) }, 9000},
		{"a game was planned", func(s *Store) error {
			return s.Plan(ctx, tournament.Fixture{ID: 9000, Round: 90, Match: 3000, Seats: []int{1}})
		}, 9001},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(ctx, path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := tt.write(s); err != nil {
				t.Fatal(err)
			}
			first, second := games(t, s), games(t, s)
			if len(first) != tt.games || !reflect.DeepEqual(first, second) || !reflect.DeepEqual(first[:9000], want) {
				t.Errorf("%d games and then %d; want %d", len(first), len(second), tt.games)
			}
		})
	}
}

// TestAReadingThatIsBrokenOff: a cancelled reading ends with the error of its context, from memory and from the file.
func TestAReadingThatIsBrokenOff(t *testing.T) {
	s, err := Open(context.Background(), made(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, from := range []string{"memory", "the file"} {
		ctx, cancel := context.WithCancel(context.Background())
		read := 0
		var last error
		for _, err := range s.Games(ctx) {
			if read++; read == 3 {
				cancel()
			}
			last = err
		}
		cancel()
		if !errors.Is(last, context.Canceled) {
			t.Errorf("from %s: %d games, and then %v", from, read, last)
		}
	}
	for range s.Games(context.Background()) {
		break // the reading goroutines are stopped and waited for
	}
}
