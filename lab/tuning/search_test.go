package tuning

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// played returns the difference of points of two versions whose strengths differ by so many rating points, in so many games.
func played(dice *rand.Rand, rating float64, games int) float64 {
	expected := 1 / (1 + math.Pow(10, -rating/400))
	points := 0.0
	for range games {
		if dice.Float64() < expected {
			points++
		}
	}
	return 2*points/float64(games) - 1
}

// TestAPeakIsFound: a bot whose strength falls by 400 rating points towards the ends of each range gets most of them back, whatever the
// luck.
func TestAPeakIsFound(t *testing.T) {
	axes := []Axis{{0, 10, false}, {1, 8, true}, {-1, 1, false}}
	peak := []float64{7, 6, -0.4}
	strength := func(at []float64) (lost float64) {
		for i, a := range axes {
			far := (at[i] - peak[i]) / (a.To - a.From)
			lost -= 1000 * far * far
		}
		return lost
	}
	gained, least := 0.0, math.Inf(1)
	const runs = 40
	for run := range int64(runs) {
		s := &Search{Axes: axes, Rounds: 150, Seed: run, Width: 0.1, Step: 0.1}
		dice := rand.New(rand.NewPCG(99, uint64(run)))
		path := [][]float64{{2, 2, 0.8}}
		for round := range s.Rounds {
			at := path[len(path)-1]
			down, up := s.Sides(round, at)
			path = append(path, s.Move(round, at, played(dice, strength(up)-strength(down), 20)))
		}
		gain := strength(s.Best(path)) - strength(path[0])
		gained += gain / runs
		least = min(least, gain)
	}
	if possible := -strength([]float64{2, 2, 0.8}); gained < 0.9*possible || least < 0.7*possible {
		t.Errorf("of %.0f rating points %.0f are gained in the mean and %.0f in the worst run, want 90 %% and 70 %%", possible, gained,
			least)
	}
}

// TestVersionsAreWithinTheRange, also at its ends, differ in each parameter that has room, and are whole where they must be.
func TestVersionsAreWithinTheRange(t *testing.T) {
	s := &Search{Axes: []Axis{{0, 1, false}, {3, 5, true}, {-7, 900, true}}, Rounds: 30, Seed: 4, Width: 0.1, Step: 0.2}
	for _, at := range [][]float64{{0, 3, -7}, {1, 5, 900}, {0.5, 4.4, 13.3}, {0.999, 3.5, 899.7}} {
		for round := range s.Rounds {
			down, up := s.Sides(round, at)
			for i, a := range s.Axes {
				for _, v := range []float64{down[i], up[i]} {
					if v < a.From || v > a.To || a.Whole && v != math.Round(v) {
						t.Fatalf("axis %d of round %d has %v and %v", i, round, down[i], up[i])
					}
				}
				if down[i] == up[i] {
					t.Errorf("from %v both versions of round %d have %v in axis %d", at[i], round, up[i], i)
				}
			}
			for i, v := range s.Move(round, at, 1) {
				if a := s.Axes[i]; v < a.From || v > a.To {
					t.Fatalf("axis %d moves to %v", i, v)
				}
			}
		}
	}
}

// TestValuesAreShort: a value that a bot gets has no more figures than it needs.
func TestValuesAreShort(t *testing.T) {
	for _, tt := range []struct {
		axis Axis
		v    float64
		want string
	}{
		{Axis{0, 1, false}, 0.52549999, "0.5255"}, {Axis{0, 5, false}, 0.1 + 0.2, "0.3"}, {Axis{-1e6, 1e6, false}, 123456.7, "123500"},
		{Axis{0, 9, true}, 3.5, "4"},
		{Axis{0, 1e-9, false}, 3.14159265e-10, "3.142e-10"}, {Axis{0.12345678, 0.5, false}, 0, "0.12346"},
	} {
		if got := strconv.FormatFloat(tt.axis.nearest(tt.v), 'g', -1, 64); got != tt.want {
			t.Errorf("%v in %v is %s, want %s", tt.v, tt.axis, got, tt.want)
		}
	}
}

func TestEqualSeedsGiveEqualPaths(t *testing.T) {
	path := func(seed int64) (all []float64) {
		s := &Search{Axes: []Axis{{0, 1, false}, {0, 9, true}}, Rounds: 20, Seed: seed, Width: 0.1, Step: 0.1}
		at := []float64{0.5, 4}
		for round := range s.Rounds {
			at = s.Move(round, at, float64(round%3-1)/2)
			all = append(all, at...)
		}
		return all
	}
	if !slices.Equal(path(1), path(1)) || slices.Equal(path(1), path(2)) {
		t.Error("a path is not its seed's")
	}
}
