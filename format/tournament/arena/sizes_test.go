package arena

import (
	"slices"
	"testing"

	"agon/format/tournament/formattest"
)

// Games of each size are equally frequent, at any time within one, and bots play equally often, and about equally often in each size and
// each seat.
func TestSizes(t *testing.T) {
	f := field(10)
	l, _ := formattest.Play(t, Spec, map[string]any{"games": 600, "seats": "2,3,4"}, f, outcome)
	past := l.All()
	games := make([]int, 5)
	played, sized, sat := map[int]int{}, map[[2]int]int{}, map[[2]int]int{}
	for i := range past.Len() {
		g := past.Game(i)
		games[g.Seats()]++
		if apart := slices.Max(games[2:]) - slices.Min(games[2:]); apart > 1 {
			t.Fatalf("after game %d: games by size %v", i, games[2:])
		}
		for seat := range g.Seats() {
			played[g.Entry(seat)]++
			sized[[2]int{g.Entry(seat), g.Seats()}]++
			sat[[2]int{g.Entry(seat), seat}]++
		}
	}
	for entry, n := range played {
		if n < 179 || n > 181 {
			t.Errorf("bot %d played %d games of 1800 seats", entry, n)
		}
		for seats := 2; seats <= 4; seats++ {
			want := 20 * seats
			if got := sized[[2]int{entry, seats}]; got < want-6 || got > want+6 {
				t.Errorf("bot %d played %d games of %d, of about %d", entry, got, seats, want)
			}
		}
		for seat := range 2 {
			if got := sat[[2]int{entry, seat}]; got < 55 || got > 65 {
				t.Errorf("bot %d sat %d times in seat %d, of about 60", entry, got, seat)
			}
		}
	}
}
