package tournament

import (
	"fmt"
	"reflect"
	"testing"

	"agon/game"
)

func untilOf(t *testing.T, certain string, advance int) Until {
	t.Helper()
	keys, err := game.NewSettings(append([]game.Option{Advance}, UntilKeys...),
		map[string]any{"until": "95 %", "certain": certain, "advance": advance})
	if err != nil {
		t.Fatal(err)
	}
	u := ReadUntil(keys)
	if err := u.Check(); err != nil {
		t.Fatal(err)
	}
	return u
}

func TestUntilSaysWhatMatters(t *testing.T) {
	for _, tt := range []struct {
		certain string
		advance int
		says    string
		pairs   string // of four bots
		same    bool   // 3, 1, 0, 2 agrees with the values 5, 6, 1, 7
	}{
		{"auto", 0, "the order is certain (95 %)", "01 12 23 01 02 03 12 13 23 ", false},
		{"auto", 2, "who advances is certain (95 %)", "02 03 12 13 ", true},
		{"order", 2, "the order is certain (95 %)", "01 12 23 01 02 03 12 13 23 ", false},
		{"first", 2, "the winner is certain (95 %)", "01 01 02 03 ", true},
		{"top 1", 0, "the winner is certain (95 %)", "01 01 02 03 ", true},
		{"top 2", 0, "the order of the first 2 is certain (95 %)", "01 12 01 02 03 12 13 ", true},
		{"top 9", 0, "the order of the first 9 is certain (95 %)", "01 12 23 01 02 03 12 13 23 ", false},
	} {
		t.Run(fmt.Sprint(tt.certain, tt.advance), func(t *testing.T) {
			u, pairs := untilOf(t, tt.certain, tt.advance), ""
			u.Pairs(4, func(better, worse int) bool {
				pairs += fmt.Sprintf("%d%d ", better, worse)
				return true
			})
			if u.String() != tt.says || pairs != tt.pairs {
				t.Errorf("%s, pairs %s", u, pairs)
			}
			if same := u.Same([]int{3, 1, 2, 0}, []float64{5, 6, 1, 7}); same != tt.same {
				t.Errorf("agrees: %v", same)
			}
			if u.Same([]int{3, 1, 2, 0}, []float64{5, 5, 5, 5}) {
				t.Error("equal values agree with an order")
			}
		})
	}
}

// What is certain is not listed as tied, and a line that many advance is crossed by no range of places.
func TestSettle(t *testing.T) {
	table := func() Table {
		return Table{
			Standings: []Standing{{Rank: 1, RankLow: 1, RankHigh: 3}, {Rank: 2, RankLow: 1, RankHigh: 4},
				{Rank: 3, RankLow: 2, RankHigh: 4}, {Rank: 4, RankLow: 2, RankHigh: 4}},
			NotApart: []Cluster{{From: 1, To: 4, More: 7}},
		}
	}
	advance := table()
	untilOf(t, "advance", 2).Settle(&advance)
	if want := []Cluster{{From: 1, To: 2, More: 7}, {From: 3, To: 4, More: 7}}; !reflect.DeepEqual(advance.NotApart, want) ||
		advance.Standings[1].RankHigh != 2 || advance.Standings[2].RankLow != 3 {
		t.Errorf("%+v", advance)
	}
	first := table()
	untilOf(t, "first", 0).Settle(&first)
	if want := []Cluster{{From: 2, To: 4, More: 7}}; !reflect.DeepEqual(first.NotApart, want) || first.Standings[0].RankHigh != 1 ||
		first.Standings[1].RankLow != 2 {
		t.Errorf("%+v", first)
	}
	order := table()
	untilOf(t, "order", 0).Settle(&order)
	if len(order.NotApart) != 0 || order.Standings[3].RankLow != 4 {
		t.Errorf("%+v", order)
	}
}

// A match ends when a leader among equals keeps its lead with the probability that is asked, and no game is planned before it is certain to
// count.
func TestLongMatchEndsWhenItsLeaderIsCertain(t *testing.T) {
	s := Series{BestOf: 41, Wrong: 0.001}
	if least := s.Least(2); least != 16 {
		t.Errorf("a match begins with %d games", least)
	}
	for _, tt := range []struct {
		lead, left int
		won        bool
	}{{15, 26, false}, {16, 25, true}, {17, 24, true}, {1, 0, true}, {0, 0, false}, {2, 2, false}, {3, 2, true}} {
		if got := s.won(tt.lead, tt.left); got != tt.won {
			t.Errorf("a lead of %d with %d games left: %v", tt.lead, tt.left, got)
		}
	}
	if plain := (Series{BestOf: 41}); plain.Least(2) != 21 || plain.won(20, 20) {
		t.Error("a match without until ends early")
	}
}
