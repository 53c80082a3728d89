package rating

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// A Circle is three entries of which each probably beats the next and the last one the first. The first one has the lowest number.
type Circle struct {
	Entries [3]int
	Chance  float64 // that all three do
}

const (
	likelyCircle = 0.8 // the least chance of a circle
	mostCircles  = 3
)

/*
Circles returns the likeliest circles of n entries, three at most and each with a chance of 80 % at least, the likeliest first. An entry
beats another if it is expected to take more than half of the points between them. The games of a unit are one observation of each pair,
since they share their luck.

The chance of a pair is that of a Beta distribution, independent of all other pairs. Before the games it is symmetrical, and as wide as all
pairs of the field together scatter beyond chance, at most uniform: where all are about equal, circles that are luck have low chances.
*/
func Circles(n int, units Units) []Circle {
	pairs := make([]observed, n*n) // of the lower number against the higher one
	for unit := range units {
		for _, a := range unit[0].Entries {
			for _, b := range unit[0].Entries {
				if a < b {
					pairs[a*n+b].add(unit, a, b)
				}
			}
		}
	}
	prior, ahead := priorOf(pairs), make([]float64, n*n)
	for a := range n {
		for b := a + 1; b < n; b++ {
			p := &pairs[a*n+b]
			ahead[a*n+b] = Round(1 - mathext.RegIncBeta(prior+(p.n+p.sum)/2, prior+(p.n-p.sum)/2, 0.5))
			ahead[b*n+a] = 1 - ahead[a*n+b]
		}
	}
	return circles(n, ahead)
}

// An observed is what units say of a pair: their number, and the sums of their mean results, from -1 to 1, and of the squares of these.
type observed struct{ n, sum, squares float64 }

func (o *observed) add(unit []Meeting, a, b int) {
	result := 0.0
	for _, m := range unit {
		first, other := m.Points[slices.Index(m.Entries, a)], m.Points[slices.Index(m.Entries, b)]
		result += (2*won(first, other) - 1) / float64(len(unit))
	}
	o.n, o.sum, o.squares = o.n+1, o.sum+result, o.squares+float64(result*result)
}

// priorOf returns both parameters of the Beta distribution of a pair of the field, from 1 to 1000: with a, the mean result of a pair has a
// variance of 1/(2a+1), which the products of different units of one pair have as their mean.
func priorOf(pairs []observed) float64 {
	products, number := 0.0, 0.0
	for _, p := range pairs {
		products += float64(p.sum*p.sum) - p.squares
		number += float64(p.n * (p.n - 1))
	}
	return min(max(1, (number/max(products, 1e-9)-1)/2), 1000)
}

// circles returns the likeliest circles by the chances that one of a pair beats the other.
func circles(n int, ahead []float64) (best []Circle) {
	for a := range n {
		for b := a + 1; b < n; b++ {
			first := ahead[a*n+b]
			for c := a + 1; c < n && first > likelyCircle; c++ {
				chance := Round(first * ahead[b*n+c] * ahead[c*n+a])
				if b == c || chance < likelyCircle || len(best) == mostCircles && chance <= best[mostCircles-1].Chance {
					continue
				}
				best = append(best, Circle{[3]int{a, b, c}, chance})
				slices.SortStableFunc(best, func(x, y Circle) int { return cmp.Compare(y.Chance, x.Chance) })
				best = best[:min(len(best), mostCircles)]
			}
		}
	}
	return best
}
