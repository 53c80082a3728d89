package rating

import "math"

/*
Boundary returns how many standard errors a difference must exceed at the last of several looks at growing data, so that over all looks
together, up to most, a difference that is truly zero exceeds its boundary with a probability of at most alpha. counts are the numbers of
independent observations at each look, increasing.

Whoever looks again and again, and stops at the first significant difference, is wrong more often than one look suggests. So each look
may spend only a part of alpha: the first 1/(1+ln(most/first)), and later ones in proportion to the growth of the logarithm of the
observations, so that every doubling may spend equally much (alpha spending, K. K. G. Lan and D. L. DeMets, Discrete sequential
boundaries for clinical trials, 1983). The boundaries follow by numerical integration over the sums that have crossed none before (P.
Armitage, C. K. McPherson and B. C. Rowe, Repeated significance tests on accumulating data, 1969). They depend on no later look.
*/
func Boundary(counts []int, most int, alpha float64) float64 {
	if len(counts) == 0 {
		return math.Inf(1)
	}
	first, last := float64(counts[0]), float64(max(most, counts[len(counts)-1]))
	whole, spent := 1+math.Log(last/first), 0.0
	walk, boundary := walk{}, 0.0
	for i, n := range counts {
		may := float64(alpha*(1+math.Log(float64(n)/first))) / whole
		walk.to(float64(n))
		boundary = walk.boundary(may - spent)
		if i < len(counts)-1 {
			walk.stop(boundary)
		}
		spent = may
	}
	return boundary
}

// A walk is the distribution of a standardized sum of observations without a difference, as far as it has crossed no boundary.
type walk struct {
	count   float64   // observations
	at      []float64 // standardized sums, equally far apart
	density []float64
	next    []float64
}

const (
	lowestSum = -5.0 // standardized sums below are left out: they cross no boundary
	mostSum   = 6.0
	sumSteps  = 160 // even, for Simpson's rule
)

// to adds observations.
func (w *walk) to(count float64) {
	grid := make([]float64, sumSteps+1)
	for i := range grid {
		grid[i] = lowestSum + float64(float64(i)*(mostSum-lowestSum))/sumSteps
	}
	w.next = make([]float64, len(grid))
	if w.at == nil {
		for i, z := range grid {
			w.next[i] = normalDensity(z)
		}
		w.count, w.at, w.density = count, grid, w.next
		return
	}
	before, more := math.Sqrt(w.count/count), math.Sqrt(1-w.count/count)
	step := (w.at[len(w.at)-1] - w.at[0]) / float64(len(w.at)-1)
	for i, z := range grid {
		sum := 0.0
		for k, u := range w.at {
			away := (z - float64(before*u)) / more
			if math.Abs(away) < 6 {
				sum += float64(simpson(k, len(w.at)) * float64(w.density[k]*normalDensity(away)))
			}
		}
		w.next[i] = float64(sum*step) / (3 * more)
	}
	w.count, w.at, w.density = count, grid, w.next
}

// boundary returns the sum that is exceeded with a probability.
func (w *walk) boundary(chance float64) float64 {
	step, above := (w.at[1] - w.at[0]), 0.0
	for i := len(w.at) - 1; i > 0; i-- {
		slice := float64(step*(w.density[i]+w.density[i-1])) / 2
		if above+slice >= chance {
			return w.at[i] - float64(step*(chance-above))/slice
		}
		above += slice
	}
	return w.at[0]
}

// stop leaves out the sums above a boundary, and resamples the others so that the grid ends there.
func (w *walk) stop(boundary float64) {
	at, density := make([]float64, len(w.at)), make([]float64, len(w.at))
	step := w.at[1] - w.at[0]
	for i := range at {
		z := w.at[0] + float64(float64(i)*(boundary-w.at[0]))/float64(len(at)-1)
		k := min(int((z-w.at[0])/step), len(w.at)-2)
		part := (z - w.at[k]) / step
		at[i], density[i] = z, w.density[k]+float64(part*(w.density[k+1]-w.density[k]))
	}
	w.at, w.density = at, density
}

// simpson returns the weight of a point of n in Simpson's rule, times 3.
func simpson(i, n int) float64 {
	switch {
	case i == 0 || i == n-1:
		return 1
	case i%2 == 1:
		return 4
	}
	return 2
}

func normalDensity(z float64) float64 { return math.Exp(-float64(z*z)/2) / math.Sqrt(2*math.Pi) }

// FewDegrees returns the number of standard errors, estimated with this many degrees of freedom, that is exceeded as rarely as a number of
// known ones.
func FewDegrees(errors float64, freedom int) float64 {
	if freedom < 1 || math.IsInf(errors, 1) {
		return math.Inf(1)
	}
	rare := 0.5 * (1 - math.Erf(errors/math.Sqrt2))
	return -studentQuantile(rare, freedom)
}
