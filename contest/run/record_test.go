package run

import (
	"fmt"
	"testing"

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
