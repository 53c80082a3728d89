package tournament

import (
	"reflect"
	"slices"
	"testing"
)

func TestWhoIsBarredStandsLast(t *testing.T) {
	line := func(entry, rank, high int, through bool) Standing {
		return Standing{Entry: entry, Rank: rank, RankLow: rank, RankHigh: high, Through: through}
	}
	table := Table{Standings: []Standing{line(4, 1, 1, true), line(2, 2, 2, true), line(7, 3, 4, false), line(1, 3, 4, false), line(5, 5, 5, false)}}
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

// Ties of who stays are still said, with the places that they have now.
func TestTiesWithoutWhoIsGone(t *testing.T) {
	table := Table{NotApart: []Cluster{{Group: 0, From: 1, To: 3, More: 8}, {Group: 0, From: 3, To: 4, More: 7}, {Group: 1, From: 1, To: 2, More: 6}, {Group: 1, From: 2, To: 3, More: 5}}}
	for place := range 4 {
		for group := range 2 {
			table.Standings = append(table.Standings, Standing{Entry: 10*group + place, Rank: place + 1, Through: place == 0, ChanceNext: float64(1 - min(place, 1)), Group: group})
		}
	}
	slices.SortStableFunc(table.Standings, func(a, b Standing) int { return a.Group - b.Group })
	demote(&table, map[int]string{1: "withdrawn", 10: "withdrawn"})
	if want := []Cluster{{Group: 0, From: 1, To: 2}, {Group: 0, From: 2, To: 3, More: 7}, {Group: 1, From: 1, To: 2, More: 5}}; !reflect.DeepEqual(table.NotApart, want) {
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
