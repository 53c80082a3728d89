package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"agon/game"
)

// known returns an information on n entries of which some pairs met.
func known(n, pairs int) *precision {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	f := NewInformation(n)
	for range pairs {
		if a, b := r.IntN(n), r.IntN(n); a != b {
			f.Add(a, b, r.Float64())
		}
	}
	f.recount(0.8, 0)
	return newPrecision(f, 0.5)
}

func TestInformationAddsUp(t *testing.T) {
	f := NewInformation(4)
	f.Add(2, 0, 0.25)
	f.Add(0, 2, 0.25)
	f.Add(1, 2, 0.2)
	near(t, "what 0 and 2 told", f.Between(2, 0), 0.5, 1e-15)
	near(t, "what 0 and 1 told", f.Between(0, 1), 0, 0)
	near(t, "what is known of 2", f.Own(2), 0.7, 1e-15)
	c := f.Clone()
	f.Add(0, 1, 9)
	near(t, "a copy's own", c.Own(0), 0.5, 1e-15)
}

func TestSolve(t *testing.T) {
	for _, n := range []int{2, 9, 60} {
		p := known(n, 3*n)
		want, b, x := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range want {
			want[i] = float64(i%7) - 3
		}
		p.times(b, want)
		p.solve(x, b, 1e-9)
		for i := range x {
			near(t, "solution", x[i], want[i], 1e-6)
		}
	}
}

// Draws have the inverse of the precision as covariance: times the precision it is the unit matrix.
func TestDrawsHaveTheCovariance(t *testing.T) {
	const n, draws = 6, 40_000
	p := known(n, 10)
	dice := game.NewDice(8, nil)
	var covariance [n][n]float64
	x, image := make([]float64, n), make([]float64, n)
	for turn := range draws {
		dice.Turn(turn)
		p.draw(x, &dice)
		for i := range x {
			for j := range x {
				covariance[i][j] += x[i] * x[j] / draws
			}
		}
	}
	for i := range n {
		p.times(image, covariance[i][:])
		for j := range image {
			want := 0.0
			if i == j {
				want = 1
			}
			near(t, "covariance times precision", image[j], want, 0.05)
		}
	}
}

func TestNormal(t *testing.T) {
	dice := game.NewDice(9, nil)
	dice.Turn(0)
	const n = 200_000
	sum, squares, within := 0.0, 0.0, 0
	for range n {
		x := normal(&dice)
		sum, squares = sum+x, squares+x*x
		if math.Abs(x) < 1.875 {
			within++
		}
	}
	near(t, "mean", sum/n, 0, 0.01)
	near(t, "variance", squares/n, 1, 0.01)
	near(t, "part within 1.875 deviations", float64(within)/n, 0.939, 0.003)
}

func TestShortest(t *testing.T) {
	for _, tt := range []struct {
		name      string
		places    func(draw int) int32
		low, high int
	}{
		{"always the same place", func(int) int32 { return 7 }, 7, 7},
		{"nine in a hundred one place lower", func(d int) int32 { return 3 + int32(d%100/91) }, 3, 4},
		{"four in a hundred far away", func(d int) int32 { return 3 + 50*int32(d%100/96) }, 3, 3},
		{"all places alike", func(d int) int32 { return 1 + int32(d%20) }, 1, 19},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var places []int32
			for d := range RankDraws {
				places = append(places, tt.places(d))
			}
			if low, high := Shortest(places); low != tt.low || high != tt.high {
				t.Errorf("got %d to %d, want %d to %d", low, high, tt.low, tt.high)
			}
		})
	}
}

// Two entries that met a hundred times are separated, two of the same strengths that each met another as often are not: the diagonal of the
// information is the same for all four.
func TestRanksSeeWhatEntriesShare(t *testing.T) {
	o := NewOnline(6, 1)
	copy(o.strength, []float64{0.27, 0, 0.27, 0, 0.1, 0.1})
	o.info.Add(0, 1, 25)
	o.info.Add(2, 4, 25)
	o.info.Add(3, 5, 25)
	p := o.precision()
	dice := game.NewDice(1, nil)
	met, apart := 0.0, 0.0
	x := make([]float64, 6)
	for turn := range 2000 {
		dice.Turn(turn)
		p.draw(x, &dice)
		met += (x[0] - x[1]) * (x[0] - x[1]) / 2000
		apart += (x[2] - x[3]) * (x[2] - x[3]) / 2000
	}
	near(t, "variance between two who met", met, 2.0/51, 0.006)
	near(t, "variance between two who did not", apart, 1, 0.1) // each shares with its stranger what the prior leaves open
}

// TestGatheringIsAdding: what a gathering adds up, the first time and later ones, is what adding unit by unit comes to, bit for bit, be the
// games of two or of more, tied or not, and whether the pairs have met before or not.
func TestGatheringIsAdding(t *testing.T) {
	const n = 30
	r := rand.New(rand.NewPCG(3, 5))
	for _, most := range []int{2, 4} {
		var units [][]Meeting
		for range 400 {
			entries := r.Perm(n)[:2+r.IntN(most-1)]
			var unit []Meeting
			for range 1 + r.IntN(3) {
				m := Meeting{}
				for _, at := range r.Perm(len(entries)) {
					m.Entries, m.Points = append(m.Entries, entries[at]), append(m.Points, float64(r.IntN(3)))
				}
				unit = append(unit, m)
			}
			units = append(units, unit)
		}
		all := func(yield func([]Meeting) bool) {
			for _, u := range units {
				if !yield(u) {
					return
				}
			}
		}
		o := NewOnline(n, 0)
		for i := range o.strength {
			o.strength[i] = r.NormFloat64()
		}
		want, plain := NewInformation(n), fitness{}
		for _, u := range units {
			plain.whole(u, o.strength, want)
		}
		g := gathering{information: o.info}
		for turn := range 3 {
			o.gather(all, &g)
			for i := range want.rows {
				w, h := &want.rows[i], &o.info.rows[i]
				if !slices.Equal(w.others, h.others) || !slices.Equal(w.counts, h.counts) || !slices.Equal(w.info, h.info) ||
					want.own[i] != o.info.own[i] {
					t.Fatalf("games of up to %d, turn %d: row %d is %+v of %v, not %+v of %v", most, turn, i, *h, o.info.own[i], *w,
						want.own[i])
				}
			}
			if c := o.check; c.strayed != plain.strayed || c.should != plain.should || c.free != plain.free || c.slopes != plain.slopes ||
				c.weights != plain.weights {
				t.Fatalf("games of up to %d, turn %d: %+v, not %+v", most, turn, c, plain)
			}
		}
	}
}
