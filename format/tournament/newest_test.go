package tournament

import (
	"reflect"
	"testing"
)

// The newest games of an entry are those with a result, the oldest of them first.
func TestNewest(t *testing.T) {
	l := NewLedger(1, 10)
	games := []Fixture{fixture(0, 0, 1, 2), fixture(1, 0, 2, 1), fixture(2, 1, 1, 2, 3), fixture(3, 1, 1, 2)}
	if err := l.Plan(games...); err != nil {
		t.Fatal(err)
	}
	for _, r := range []Result{placed(games[0], 1, 2), placed(games[1], 1, 1), placed(games[2], 2, 1, 3)} {
		if _, err := l.Enter(r); err != nil {
			t.Fatal(err)
		}
	}
	want := map[int][]Placing{
		1: {{Game: 11, Place: 1, Seats: 2, Shared: true}, {Game: 12, Place: 2, Seats: 3}},
		3: {{Game: 12, Place: 3, Seats: 3}},
	}
	if got := l.All().Newest([]int{1, 3, 4}, 2); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := l.All().Newest([]int{1}, 0); len(got) != 0 {
		t.Errorf("of none there are %v", got)
	}
}
