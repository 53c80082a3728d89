package rating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrderingIsSorting: the order is that of comparisons, be values far apart, equal or not finite, and one after the other.
func TestOrderingIsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{1, 2, 40, 1500} {
		entries := r.Perm(n + 3)[:n]
		by := newOrdering(entries)
		for _, tt := range []struct {
			name  string
			value func(i int) float64
		}{
			{"normal", func(int) float64 { return r.NormFloat64() }},
			{"an outlier", func(i int) float64 { return float64(i/n)*1e9 + r.NormFloat64() }},
			{"neighbours", func(i int) float64 { return 1 + float64(i*7%(n+3))*0x1p-52 }},
			{"equal", func(int) float64 { return float64(r.IntN(3)) }},
			{"infinite", func(i int) float64 { return math.Inf(i%2) + float64(i) }},
			{"not a number", func(i int) float64 { return math.Sqrt(float64(2 - i)) }},
		} {
			x := make([]float64, n+3)
			for i := range x {
				x[i] = tt.value(i)
			}
			want := slices.Clone(entries)
			slices.SortFunc(want, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
			if got := by.falling(x); !slices.Equal(got, want) {
				t.Errorf("%d entries, %s: the order is not that of comparisons", n, tt.name)
			}
		}
	}
}

// TestQuantilesAreThoseOfSortedValues: values are only partly sorted for them.
func TestQuantilesAreThoseOfSortedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for n := range 200 {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(1 + n/(1+n%3)))
		}
		sorted := slices.Sorted(slices.Values(values))
		for _, part := range []float64{0.9, 0, 0.1, 1, 0.5} {
			want := 0.0
			if n > 0 {
				place := part * float64(n-1)
				below := int(place)
				above := min(below+1, n-1)
				want = sorted[below] + float64((place-float64(below))*(sorted[above]-sorted[below]))
			}
			if got := Quantiles(values, part)[0]; got != want {
				t.Errorf("quantile %v of %d values is %v, want %v", part, n, got, want)
			}
		}
	}
}
