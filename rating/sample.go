package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Sample gathers values one after the other: the scores of one entry. The zero Sample is empty and ready.
type Sample struct {
	n        int
	mean, m2 float64 // m2 is the sum of squared distances from the mean
	best     float64
	bestAt   int
}

// Add takes one more value.
func (s *Sample) Add(x float64) {
	if s.n == 0 || x > s.best {
		s.best, s.bestAt = x, s.n
	}
	s.n++
	away := x - s.mean
	s.mean += away / float64(s.n)
	s.m2 += float64(away * (x - s.mean))
}

// N is how many values there are.
func (s *Sample) N() int { return s.n }

// Mean is their mean; 0 where there are none.
func (s *Sample) Mean() float64 { return s.mean }

// Best is the largest value and which one it was, counted from 0. Of equal ones it is the first.
func (s *Sample) Best() (value float64, nth int) { return s.best, s.bestAt }

// Deviation is the standard deviation of the values themselves (divided by n, not n-1): how erratic the entry is.
func (s *Sample) Deviation() float64 {
	if s.n == 0 {
		return 0
	}
	return math.Sqrt(s.m2 / float64(s.n))
}

// Interval is where the true mean lies with 95 % confidence. Of fewer than two values nothing can be said: then both ends are the
// mean.
//
// Where values are known to lie between least and most, which are equal where nothing is known, it lies between them. A mean near one of
// its bounds is known the better the nearer it is, so the interval holds all means that would be so much more certain or uncertain than what
// was seen, as Wilson's does for shares; for a mean far from both it is Student's.
func (s *Sample) Interval(least, most float64) (low, high float64) {
	if s.n < 2 {
		return s.mean, s.mean
	}
	reach, variance := StudentT(Confidence, s.n-1), s.m2/float64(s.n-1)
	if least >= most || s.mean < least || s.mean > most {
		half := float64(reach * math.Sqrt(variance/float64(s.n)))
		return s.mean - half, s.mean + half
	}
	width, at := most-least, (s.mean-least)/(most-least)
	part := 1.0 // of the variance that values have which are all at one of the bounds, around the same mean
	if at > 0 && at < 1 {
		part = variance / float64(float64(width*width)*float64(at*(1-at)))
	}
	k := float64(float64(reach*reach)*part) / float64(s.n)
	middle := (2*at + k) / (2 * (1 + k))
	half := math.Sqrt(max(0, float64(middle*middle)-float64(at*at)/(1+k)))
	low, high = least+float64(width*max(0, middle-half)), least+float64(width*min(1, middle+half))
	return min(low, s.mean), max(high, s.mean)
}

// StudentT is how many standard errors an interval of this confidence reaches to each side, with so many degrees of freedom.
func StudentT(confidence float64, freedom int) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}
	return t.Quantile(1 - (1-confidence)/2)
}

// Quantiles are the values below which the given parts of all values lie, between neighbours in proportion. It sorts values.
func Quantiles(values []float64, parts ...float64) []float64 {
	at := make([]float64, len(parts))
	if len(values) == 0 {
		return at
	}
	slices.Sort(values)
	for i, part := range parts {
		place := part * float64(len(values)-1)
		below := int(place)
		above := min(below+1, len(values)-1)
		at[i] = values[below] + float64((place-float64(below))*(values[above]-values[below]))
	}
	return at
}
