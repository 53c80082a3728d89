package rating

import (
	"math/rand/v2"
	"testing"
)

func TestEloKnownValues(t *testing.T) {
	// A standard example: a player of 1613 meets opponents of these ratings.
	near(t, "expected 1613 against 1609", Expected(1613, 1609), 0.506, 5e-4)
	near(t, "expected 1613 against 1477", Expected(1613, 1477), 0.686, 5e-4)
	near(t, "expected 1613 against 1388", Expected(1613, 1388), 0.785, 5e-4)
	near(t, "expected 400 points ahead", Expected(1400, 1000), 10.0/11, 1e-12)
}

func TestElo(t *testing.T) {
	elo := Elo{Start: 1000, K: 32}
	for _, tt := range []struct {
		name     string
		n        int
		meetings []Meeting
		want     []float64
	}{
		{"equals: the winner takes half of K", 2, []Meeting{{[]int{0, 1}, []float64{3, 1}}}, []float64{1016, 984}},
		{"a draw of equals moves nothing", 2, []Meeting{{[]int{0, 1}, []float64{1, 1}}}, []float64{1000, 1000}},
		{"the second win is worth less", 2, []Meeting{{[]int{0, 1}, []float64{1, 0}}, {[]int{0, 1}, []float64{1, 0}}},
			[]float64{1030.530498, 969.469502}},
		{"three in a game: each plays the two others for half of K", 3, []Meeting{{[]int{2, 0, 1}, []float64{1, 0.5, 0}}},
			[]float64{1000, 984, 1016}},
		{"an entry without games keeps the start", 3, []Meeting{{[]int{0, 1}, []float64{1, 0}}}, []float64{1016, 984, 1000}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for i, got := range elo.Rate(tt.n, tt.meetings) {
				near(t, "rating", got, tt.want[i], 1e-6)
			}
		})
	}
}

func TestEloKeepsTheSum(t *testing.T) {
	ratings := Elo{Start: 1000, K: 32}.Rate(6, season(6, 10, 0.3))
	sum := 0.0
	for _, r := range ratings {
		sum += r
	}
	near(t, "sum", sum, 6000, 1e-3)
}

// season returns meetings of all pairs of n entries; the lower number wins with a probability of a half plus edge.
func season(n, times int, edge float64) []Meeting {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var meetings []Meeting
	for range times {
		for a := range n {
			for b := range a {
				points := []float64{0, 1}
				if r.Float64() > 0.5+edge {
					points = []float64{1, 0}
				}
				meetings = append(meetings, Meeting{[]int{a, b}, points})
			}
		}
	}
	return meetings
}

func TestSpread(t *testing.T) {
	elo := Elo{Start: 1000, K: 32}
	t.Run("one meeting has one order", func(t *testing.T) {
		best, worst := elo.Spread(2, []Meeting{{[]int{0, 1}, []float64{1, 0}}}, 200, 1)
		if best[0] != 1 || worst[0] != 1 || best[1] != 2 || worst[1] != 2 {
			t.Errorf("places are %v to %v", best, worst)
		}
	})
	t.Run("close entries change places with the order", func(t *testing.T) {
		best, worst := elo.Spread(6, season(6, 5, 0.05), 200, 1)
		moved := 0
		for i := range best {
			moved += worst[i] - best[i]
		}
		if moved == 0 {
			t.Error("no order changed anything")
		}
	})
	t.Run("the same seed gives the same result", func(t *testing.T) {
		meetings := season(6, 5, 0.05)
		best, worst := elo.Spread(6, meetings, 200, 1)
		again, later := elo.Spread(6, meetings, 200, 1)
		for i := range best {
			if best[i] != again[i] || worst[i] != later[i] {
				t.Errorf("entry %d was %d-%d, then %d-%d", i, best[i], worst[i], again[i], later[i])
			}
		}
	})
}
