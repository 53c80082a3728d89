package league

import (
	"fmt"
	"slices"
	"testing"
)

func TestEveryPairMeetsOnceAndNobodyTwiceInARound(t *testing.T) {
	for n := 2; n <= 24; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			met := map[[2]int]bool{}
			firsts := make([]int, n)
			for round := range Rounds(n, 2) {
				busy := map[int]bool{}
				matches := Round(n, 2, round)
				if len(matches) != inRound(n, 2, round) {
					t.Fatalf("round %d has %d matches, and %d are counted", round, len(matches), inRound(n, 2, round))
				}
				for _, m := range matches {
					if busy[m[0]] || busy[m[1]] {
						t.Fatalf("round %d: %v plays twice", round, m)
					}
					busy[m[0]], busy[m[1]] = true, true
					met[[2]int{min(m[0], m[1]), max(m[0], m[1])}] = true
					firsts[m[0]]++
				}
			}
			if len(met) != n*(n-1)/2 {
				t.Errorf("%d pairs met of %d", len(met), n*(n-1)/2)
			}
			if spread := slices.Max(firsts) - slices.Min(firsts); spread > 2 {
				t.Errorf("bots sat first %v times", firsts)
			}
			if Round(n, 2, Rounds(n, 2)) != nil {
				t.Error("there is a round after the last")
			}
		})
	}
}

func TestEveryChoiceOfMorePlaysOnce(t *testing.T) {
	for _, tt := range []struct{ n, seats, want int }{{3, 3, 1}, {4, 3, 4}, {7, 3, 35}, {8, 4, 70}, {12, 5, 792}} {
		seen := map[string]bool{}
		for round := range Rounds(tt.n, tt.seats) {
			matches := Round(tt.n, tt.seats, round)
			if len(matches) != inRound(tt.n, tt.seats, round) {
				t.Fatalf("round %d has %d matches, and %d are counted", round, len(matches), inRound(tt.n, tt.seats, round))
			}
			for _, m := range matches {
				if len(m) != tt.seats || !slices.IsSorted(m) || len(slices.Compact(slices.Clone(m))) != tt.seats {
					t.Fatalf("match %v", m)
				}
				seen[fmt.Sprint(m)] = true
			}
		}
		if len(seen) != tt.want {
			t.Errorf("%d of %d: %d matches, want %d", tt.seats, tt.n, len(seen), tt.want)
		}
	}
}

func TestMeetingsStayWithinANumber(t *testing.T) {
	if got := Meetings(100000, 16); got != 1<<40 {
		t.Errorf("%d", got)
	}
}
