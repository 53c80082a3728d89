package tournament

import (
	"reflect"
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
