package tournament

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

// fixture returns the nth game of a plan that begins at 10, in stage 1.
func fixture(n, round int, seats ...int) Fixture {
	return Fixture{ID: 10 + n, Stage: 1, Round: round, Match: n, Seats: seats, Seed: int64(n)}
}

// placed returns a result with the given places.
func placed(f Fixture, places ...int) Result {
	r := Result{Fixture: f.ID}
	for _, p := range places {
		r.Seats = append(r.Seats, Seat{Place: p, Score: float64(10 - p), Moves: 5, Took: 7, Faults: map[string]int{"late": p - 1}})
	}
	return r
}

func TestPlanIsRefusedWhereItDoesNotFollow(t *testing.T) {
	for _, tt := range []struct {
		name string
		plan []Fixture
		want string
	}{
		{"a gap", []Fixture{fixture(0, 0, 1, 2), fixture(2, 0, 1, 2)}, "game 12 is planned where game 11 should be"},
		{"another stage", []Fixture{{ID: 10, Stage: 2, Seats: []int{1}}}, "game 10 of stage 2 is planned in stage 1"},
		{"a round that is over", []Fixture{fixture(0, 3, 1, 2), fixture(1, 2, 1, 2)}, "goes back from round 3 to round 2"},
		{"nobody", []Fixture{fixture(0, 0)}, "has 0 seats"},
		{"an impossible entry", []Fixture{fixture(0, 0, -1)}, "has entry -1 in it"},
		{"more entries than fit", []Fixture{fixture(0, 0, 1<<24)}, "has entry 16777216 in it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLedger(1, 10)
			err := l.Plan(tt.plan...)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if l.Planned() != 0 {
				t.Error("half of it was planned")
			}
		})
	}
}

func TestEnter(t *testing.T) {
	game := fixture(0, 0, 4, 2)
	for _, tt := range []struct {
		name    string
		results []Result
		done    int
		want    string // of the last error
	}{
		{"the first stands, a second changes nothing", []Result{placed(game, 1, 2), placed(game, 2, 1)}, 1, ""},
		{"a game that is not planned", []Result{{Fixture: 11}}, 0, "which stage 1 has not planned"},
		{"too few seats", []Result{placed(game, 1)}, 0, "has 2 seats, its result 1"},
		{"an impossible place", []Result{placed(game, 1, 3)}, 0, "seat 1 has place 3 of 2"},
		{"a score that is no number", []Result{{Fixture: 10, Seats: []Seat{{Place: 1, Score: math.NaN()}, {Place: 2}}}}, 0,
			"no number as its score"},
		{"a score whose square is none", []Result{{Fixture: 10, Seats: []Seat{{Place: 1, Score: -1.7e308}, {Place: 2}}}}, 0,
			"seat 0 has the score -1.7e+308: scores are from -1e+100 to 1e+100"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLedger(1, 10)
			if err := l.Plan(game); err != nil {
				t.Fatal(err)
			}
			var err error
			for _, r := range tt.results {
				_, err = l.Enter(r)
			}
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if l.Done() != tt.done || tt.done == 1 && l.All().Game(0).Place(0) != 1 {
				t.Errorf("%d games are done", l.Done())
			}
		})
	}
}

func TestThePastHidesLaterRounds(t *testing.T) {
	l := NewLedger(1, 10)
	plan := []Fixture{fixture(0, 0, 1, 2), fixture(1, 1, 1, 2)}
	if err := l.Plan(plan...); err != nil {
		t.Fatal(err)
	}
	for _, f := range plan {
		if _, err := l.Enter(placed(f, 1, 2)); err != nil {
			t.Fatal(err)
		}
	}
	past := l.before(1)
	if past.Len() != 2 || !past.Game(0).Done || past.Game(1).Done || past.Tally(1) != (Tally{}) {
		t.Error("a past of one round shows the second")
	}
	if all := l.All(); !all.Game(1).Done || all.Tally(2) != (Tally{Games: 2, Faults: 2, Moves: 10, Took: 14}) {
		t.Errorf("the whole past tells %+v", all.Tally(2))
	}
}

func TestComplete(t *testing.T) {
	l := NewLedger(1, 10)
	first, second := fixture(0, 0, 1, 2), fixture(1, 2, 1, 2) // round 1 is empty
	if err := l.Plan(first, second); err != nil {
		t.Fatal(err)
	}
	if l.Complete(1) || !l.Complete(0) || !l.Complete(-3) {
		t.Error("round 0 has no result yet")
	}
	_, _ = l.Enter(placed(first, 1, 2))
	if !l.Complete(2) || l.Complete(3) || l.Complete(99) {
		t.Error("rounds 0 and 1 are complete, round 2 is not")
	}
	if open := l.Open(); len(open) != 1 || !open[0].Equal(second) {
		t.Errorf("open are %v", open)
	}
}

// A ledger of 1000 games with 21 seats uses far less memory than a run may grow by.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	l := NewLedger(0, 0)
	seats := make([]int, 21)
	for g := range 1000 {
		f := Fixture{ID: g, Match: g, Seats: seats}
		if err := l.Plan(f); err != nil {
			t.Fatal(err)
		}
		r := Result{Fixture: g, Seats: make([]Seat, 21)}
		for i := range r.Seats {
			r.Seats[i].Place = 1
		}
		if _, err := l.Enter(r); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("1000 games keep %d bytes", grown)
	}
	runtime.KeepAlive(l)
}

// Entries above 65535 keep their numbers, their places and their counts, beside seats with the largest place.
func TestEntriesAbove65535(t *testing.T) {
	seats := make([]int, maxPlace)
	places := make([]int, maxPlace)
	for i := range seats {
		seats[i], places[i] = 100_000+i, i+1
	}
	seats[0] = maxEntry
	l := NewLedger(1, 10)
	game := fixture(0, 0, seats...)
	if err := l.Plan(game); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Enter(placed(game, places...)); err != nil {
		t.Fatal(err)
	}
	if got := l.Fixture(game.ID); !got.Equal(game) {
		t.Errorf("the ledger has %v, want %v", got.Seats, game.Seats)
	}
	for i := range seats {
		if got := l.All().Game(0).Place(i); got != places[i] {
			t.Fatalf("seat %d has place %d, want %d", i, got, places[i])
		}
	}
	if got := l.Tally(maxEntry).Games; got != 1 {
		t.Errorf("entry %d has %d games, want 1", maxEntry, got)
	}
}
