package tournament

import (
	"reflect"
	"slices"
	"testing"
)

// Equal lines share the rank of the first of them; who advances, and in which order, goes by position.
func TestEqualLinesShareARank(t *testing.T) {
	group := func(number int, scores ...float64) (lines []Standing) {
		for i, score := range scores {
			lines = append(lines, Standing{Entry: 10*number + i, Group: number, Score: score, ChanceFirst: float64(i)})
		}
		return lines
	}
	one, two := group(0, 5, 3, 3, 3, 1), group(1, 4, 4, 2)
	Settle(one, 2, EqualScores, nil)
	Settle(two, 2, EqualScores, func(at int) (low, high int) { return at + 1, 3 })
	table := Table{Standings: append(one, two...)}
	var got [][4]int
	for _, s := range table.Standings {
		got = append(got, [4]int{s.Entry, s.Rank, s.RankLow, s.RankHigh})
	}
	want := [][4]int{{0, 1, 1, 1}, {1, 2, 2, 4}, {2, 2, 2, 4}, {3, 2, 2, 4}, {4, 5, 5, 5}, {10, 1, 1, 3}, {11, 1, 1, 3}, {12, 3, 3, 3}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("ranks are %v, want %v", got, want)
	}
	if got, want := table.Through(), []int{0, 10, 1, 11}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v advance, want %v", got, want)
	}
	one[2].Deviation = 1 // the same mean, of other results
	ShareFirst(one)
	var chances []float64
	for _, s := range one {
		chances = append(chances, s.ChanceFirst)
	}
	if want := []float64{0, 2, 2, 2, 4}; !reflect.DeepEqual(chances, want) {
		t.Errorf("chances are %v, want %v", chances, want)
	}
}

func TestWhoIsBarredStandsLast(t *testing.T) {
	line := func(entry, rank, high int, through bool) Standing {
		return Standing{Entry: entry, Rank: rank, RankLow: rank, RankHigh: high, Through: through}
	}
	table := Table{Standings: []Standing{line(4, 1, 1, true), line(2, 2, 2, true), line(7, 3, 4, false), line(1, 3, 4, false),
		line(5, 5, 5, false)}}
	demote(&table, map[int]string{4: "disqualified", 7: "withdrawn"})
	var got [][4]int
	for _, s := range table.Standings {
		through := 0
		if s.Through {
			through = 1
		}
		got = append(got, [4]int{s.Entry, s.Rank, s.RankHigh, through})
	}
	want := [][4]int{{2, 1, 1, 1}, {1, 2, 3, 1}, {5, 3, 3, 0}, {4, 4, 5, 0}, {7, 4, 5, 0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Ties of who stays are still reported, with the places that they have now.
func TestTiesWithoutWhoIsGone(t *testing.T) {
	table := Table{NotApart: []Cluster{{Group: 0, From: 1, To: 3, More: 8}, {Group: 0, From: 3, To: 4, More: 7},
		{Group: 1, From: 1, To: 2, More: 6}, {Group: 1, From: 2, To: 3, More: 5}}}
	for place := range 4 {
		for group := range 2 {
			table.Standings = append(table.Standings,
				Standing{Entry: 10*group + place, Rank: place + 1, Through: place == 0, ChanceNext: float64(1 - min(place, 1)),
					Group: group})
		}
	}
	slices.SortStableFunc(table.Standings, func(a, b Standing) int { return a.Group - b.Group })
	demote(&table, map[int]string{1: "withdrawn", 10: "withdrawn"})
	if want := []Cluster{{Group: 0, From: 1, To: 2}, {Group: 0, From: 2, To: 3, More: 7},
		{Group: 1, From: 1, To: 2, More: 5}}; !reflect.DeepEqual(table.NotApart, want) {
		t.Errorf("got %+v, want %+v", table.NotApart, want)
	}
	if got := table.Through(); !reflect.DeepEqual(got, []int{0, 11}) {
		t.Errorf("%v advance", got)
	}
	for _, s := range table.Standings {
		if s.Through != (s.ChanceNext == 1) {
			t.Errorf("entry %d advances: %v, with a chance of %v", s.Entry, s.Through, s.ChanceNext)
		}
	}
}
