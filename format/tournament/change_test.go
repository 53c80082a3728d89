package tournament

import (
	"reflect"
	"strings"
	"testing"
)

// changed returns a field of entries 0 to 3 in which 4 joins in round 2, 5 replaces 1 in round 3, 6 replaces 5 in round 5, and 2 is
// barred in round 4 and returns in round 6.
func changed() *Field {
	f := &Field{Entries: []int{0, 1, 2, 3}}
	f.Change(
		Change{Round: 2, Entry: 4, Instead: -1},
		Change{Round: 3, Entry: 1, What: Left}, Change{Round: 3, Entry: 5, Instead: 1},
		Change{Round: 4, Entry: 2, What: Barred},
		Change{Round: 5, Entry: 5, What: Left}, Change{Round: 5, Entry: 6, Instead: 5},
		Change{Round: 6, Entry: 2, What: Returned},
	)
	return f
}

func TestTheFieldOfARound(t *testing.T) {
	f := changed()
	for round, want := range [][]int{{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}, {0, 5, 2, 3, 4}, {0, 5, 3, 4}, {0, 6, 3, 4},
		{0, 6, 2, 3, 4}} {
		at := f.At(round)
		if !reflect.DeepEqual(at.Entries, want) || at.Changes != nil {
			t.Errorf("round %d: %v, want %v", round, at.Entries, want)
		}
		for entry := range 7 {
			plays := false
			for _, e := range want {
				plays = plays || e == entry
			}
			if f.Plays(entry, round) != plays {
				t.Errorf("round %d: entry %d plays: %v", round, entry, !plays)
			}
		}
	}
	if got := f.Replaced(4).Entries; !reflect.DeepEqual(got, []int{0, 5, 2, 3, 4}) {
		t.Errorf("who is barred leaves its place: %v", got)
	}
	if got := f.At(-1).Entries; !reflect.DeepEqual(got, []int{0, 1, 2, 3}) {
		t.Errorf("the field began with %v", got)
	}
}

func TestSuccessorsAreTheLastVersions(t *testing.T) {
	f := changed()
	if got, want := f.Successors(4), map[int]int{1: 5}; !reflect.DeepEqual(got, want) {
		t.Errorf("in round 4 %v, want %v", got, want)
	}
	if got, want := f.Successors(Now), map[int]int{1: 6, 5: 6}; !reflect.DeepEqual(got, want) {
		t.Errorf("in the end %v, want %v", got, want)
	}
}

func TestAllBarred(t *testing.T) {
	f := changed()
	for round, want := range map[int]int{3: 0, 4: 1, 5: 1, 6: 0} {
		if got := f.AllBarred(round); len(got) != want {
			t.Errorf("round %d: %v are barred", round, got)
		}
	}
}

func TestGivenUpGames(t *testing.T) {
	l := NewLedger(0, 10)
	plan := []Fixture{{ID: 10, Seats: []int{0, 1}}, {ID: 11, Seats: []int{1, 2}}, {ID: 12, Round: 1, Seats: []int{0, 2}}}
	if err := l.Plan(plan...); err != nil {
		t.Fatal(err)
	}
	enter := func(id int) bool {
		entered, err := l.Enter(Result{Fixture: id, Seats: []Seat{{Place: 1}, {Place: 2}}})
		if err != nil {
			t.Fatal(err)
		}
		return entered
	}
	enter(10)
	if err := l.GiveUp(10, 11); err != nil {
		t.Fatal(err)
	}
	if g := l.All().Game(0); !g.Done || g.GivenUp {
		t.Errorf("a game with a result: %+v", g)
	}
	if g := l.All().Game(1); g.Done || !g.GivenUp || enter(11) {
		t.Errorf("a game that was given up: %+v", g)
	}
	if !l.Complete(1) || len(l.Open()) != 1 || l.GivenUp() != 1 || l.Settled() {
		t.Errorf("complete %v, open %v, %d given up, settled %v", l.Complete(1), l.Open(), l.GivenUp(), l.Settled())
	}
	if enter(12); !l.Settled() {
		t.Error("all games are over, and the ledger is not settled")
	}
	if err := l.GiveUp(99); err == nil || !strings.Contains(err.Error(), "game 99") {
		t.Errorf("a game that is not planned: %v", err)
	}
}

func TestAmongShowsNoOtherGames(t *testing.T) {
	l := NewLedger(0, 0)
	if err := l.Plan(Fixture{Seats: []int{0, 1}}, Fixture{ID: 1, Seats: []int{1, 2}}); err != nil {
		t.Fatal(err)
	}
	for id := range 2 {
		if _, err := l.Enter(Result{Fixture: id, Seats: []Seat{{Place: 1}, {Place: 2}}}); err != nil {
			t.Fatal(err)
		}
	}
	past := l.All().Among([]int{1, 2})
	if past.Game(0).Done || !past.Game(1).Done {
		t.Errorf("games %+v, %+v", past.Game(0), past.Game(1))
	}
	if e := l.All().Succeeded(map[int]int{0: 7}).Game(0).Entry(0); e != 7 {
		t.Errorf("entry %d sits where its successor should", e)
	}
}
