package tournament

import (
	"fmt"
	"testing"
)

// All entries of a game meet each other; games without a result are open.
func TestEncounters(t *testing.T) {
	l := NewLedger(1, 10)
	games := []Fixture{fixture(0, 0, 4, 2), fixture(1, 0, 2, 4), fixture(2, 1, 2, 3, 4), fixture(3, 1, 4, 2)}
	if err := l.Plan(games...); err != nil {
		t.Fatal(err)
	}
	for _, r := range []Result{placed(games[0], 1, 2), placed(games[1], 1, 1), placed(games[2], 1, 3, 2)} {
		if _, err := l.Enter(r); err != nil {
			t.Fatal(err)
		}
	}
	got := ""
	for _, e := range l.All().Encounters() {
		got += fmt.Sprintf("%d-%d from round %d: %d %d %d, %d open, games %v\n", e.One, e.Other, e.Round, e.Won, e.Drawn, e.Lost, e.Open,
			e.Games)
	}
	want := `2-4 from round 0: 1 1 1, 1 open, games [10 11 12]
2-3 from round 1: 1 0 0, 0 open, games [12]
3-4 from round 1: 0 0 1, 0 open, games [12]
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
