package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// A Sample collects values: the scores of one entry. The zero Sample is empty and ready to use.
type Sample struct {
	n        int
	mean, m2 float64 // m2 is the sum of squared distances from the mean
	best     float64
	bestAt   int
}

// Add adds a value.
func (s *Sample) Add(x float64) {
	if s.n == 0 || x > s.best {
		s.best, s.bestAt = x, s.n
	}
	s.n++
	away := x - s.mean
	s.mean += away / float64(s.n)
	s.m2 += float64(away * (x - s.mean))
}

// N returns the number of values.
func (s *Sample) N() int { return s.n }

// Mean returns their mean; 0 where there are none.
func (s *Sample) Mean() float64 { return s.mean }

// Best returns the largest value and which one it was, counted from 0. Of equal ones it is the first.
func (s *Sample) Best() (value float64, nth int) { return s.best, s.bestAt }

// Pool adds the values to a pool.
func (s *Sample) Pool(p *Pool) { p.Add(s.n, s.m2) }

// Deviation returns the standard deviation of the values (divided by n, not n-1): how erratic the entry is.
func (s *Sample) Deviation() float64 {
	if s.n == 0 {
		return 0
	}
	return math.Sqrt(s.m2 / float64(s.n))
}

// Interval returns a 95 % confidence interval of the true mean. With fewer than two values both ends are the mean.
//
// If values are known to lie between least and most, the interval does too; pass equal bounds if none are known. A mean near a bound is
// known better, so the interval contains all means whose own uncertainty covers the observed one, as Wilson's does for shares; for a mean
// far from both bounds it is Student's.
func (s *Sample) Interval(least, most float64) (low, high float64) {
	return s.PooledInterval(&Pool{}, least, most)
}

// PooledInterval is Interval where the variance of few values is drawn towards that of a pool.
func (s *Sample) PooledInterval(pool *Pool, least, most float64) (low, high float64) {
	if s.n < 2 {
		return s.mean, s.mean
	}
	variance, _, freedom := pool.Variance(s.n, s.m2)
	reach := StudentT(Confidence, freedom)
	if least >= most || s.mean < least || s.mean > most {
		half := float64(reach * math.Sqrt(variance/float64(s.n)))
		return s.mean - half, s.mean + half
	}
	width, at := most-least, (s.mean-least)/(most-least)
	part := 1.0 // of the variance of values that are all at one of the bounds, with the same mean
	if at > 0 && at < 1 {
		part = variance / float64(float64(width*width)*float64(at*(1-at)))
	}
	k := float64(float64(reach*reach)*part) / float64(s.n)
	middle := (2*at + k) / (2 * (1 + k))
	half := math.Sqrt(max(0, float64(middle*middle)-float64(at*at)/(1+k)))
	low, high = least+float64(width*max(0, middle-half)), least+float64(width*min(1, middle+half))
	return min(low, s.mean), max(high, s.mean)
}

// StudentT returns the number of standard errors of an interval with this confidence to each side, for a number of degrees of freedom.
func StudentT(confidence float64, freedom int) float64 {
	return studentQuantile(1-(1-confidence)/2, freedom)
}

// studentQuantile returns the value below which Student's t lies with probability p, by the incomplete beta function. gonum's own
// distributions link its linear algebra, two megabytes of the binary.
func studentQuantile(p float64, freedom int) float64 {
	if p == 0.5 {
		return 0
	}
	nu := float64(freedom)
	t := mathext.InvRegIncBeta(nu/2, 0.5, 2*min(p, 1-p))
	return math.Copysign(math.Sqrt(nu*(1-t)/t), p-0.5)
}

// StudentBelow returns the probability that a draw of Student's t lies below a value.
func StudentBelow(t float64, freedom int) float64 {
	nu := float64(freedom)
	beyond := mathext.RegIncBeta(nu/2, 0.5, nu/(nu+float64(t*t))) / 2
	if t < 0 {
		return beyond
	}
	return 1 - beyond
}

// Quantiles returns the values below which the given fractions of all values lie, interpolated between neighbours. It changes the order
// of values.
func Quantiles(values []float64, parts ...float64) []float64 {
	at := make([]float64, len(parts))
	if len(values) == 0 {
		return at
	}
	for i, part := range parts {
		place := part * float64(len(values)-1)
		below := int(place)
		one := nth(values, below)
		other := one
		if larger := values[below+1:]; len(larger) > 0 {
			other = slices.Min(larger)
		}
		at[i] = one + float64((place-float64(below))*(other-one))
	}
	return at
}

// nth returns the value that stands at a place in the order of values, and moves it there, smaller ones before it and larger ones behind.
func nth(values []float64, place int) float64 {
	const few = 12
	for len(values) > few {
		middle := values[len(values)/2]
		i, j := 0, len(values)-1
		for i <= j {
			for values[i] < middle {
				i++
			}
			for middle < values[j] {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case place <= j:
			values = values[:j+1]
		case place >= i:
			values, place = values[i:], place-i
		default:
			return values[place]
		}
	}
	slices.Sort(values)
	return values[place]
}
