package rating

import "math"

/*
Differences says what is known of the mean of differences without known bounds that come one after another, however often it is asked.

It is right where the differences are symmetric about their mean, however far they scatter: a difference of two equal bots that play the
same games always is, since exchanging the two changes its sign alone. So of two equal bots it calls one better with at most the
probability that the caller allows. For a symmetric x of any size exp(ax - a²x²/2) is 1 on average or less, so the product of it over the
differences ever reaches 1/p with a probability of at most p (V. de la Peña, A general class of exponential inequalities, 1999). It is
mixed over all a (H. Robbins, Statistical methods related to the law of the iterated logarithm, 1970), of a size that goes by the first
differences, which are not counted again.

Of differences that are not symmetric no method can promise that much without their bounds: the interval misses the mean of exponential
ones about as often as it should, and that of rare ones twenty times as large as the others in 18 of 100 samples instead of 5.

The zero Differences has seen nothing.
*/
type Differences struct {
	first, later Sample
	square       float64 // of the scatter of the first ones; 0: there are too few
}

// Numbers of differences.
const (
	firstDifferences = 8     // at least, until they are not all 0
	narrowest        = 100   // at which the interval is as narrow as it can be
	alike            = 1e-10 // of its square, the scatter of a difference that has not varied
)

// Add adds a difference.
func (d *Differences) Add(x float64) {
	if d.square > 0 {
		d.later.Add(x)
		return
	}
	d.first.Add(x)
	if d.first.n >= firstDifferences {
		if d.square = d.first.m2 / float64(d.first.n); d.square == 0 {
			d.square = alike * d.first.mean * d.first.mean // they say little of how far the others scatter
		}
	}
}

// N returns the number of differences.
func (d *Differences) N() int { return d.first.n + d.later.n }

// Mean returns their mean, 0 without any.
func (d *Differences) Mean() float64 {
	return (float64(float64(d.first.n)*d.first.mean) + float64(float64(d.later.n)*d.later.mean)) / float64(max(d.N(), 1))
}

// Interval returns an interval that contains the true mean at all times, but with a probability of at most wrong. It is everything before
// enough differences that are not all 0.
func (d *Differences) Interval(wrong float64) (low, high float64) {
	near, far := 0.0, math.Sqrt(d.square)/narrowest
	for !d.excludes(far, wrong) {
		if near, far = far, 2*far; far == 0 || far > math.Sqrt(math.MaxFloat64)/narrowest {
			return math.Inf(-1), math.Inf(1)
		}
	}
	for range 50 {
		if middle := (near + far) / 2; d.excludes(middle, wrong) {
			far = middle
		} else {
			near = middle
		}
	}
	mean := d.Mean()
	return min(d.later.mean-far, mean), max(d.later.mean+far, mean)
}

// excludes reports whether the later differences speak against a mean that is so far away from theirs.
func (d *Differences) excludes(away, wrong float64) bool {
	if d.square == 0 {
		return false
	}
	twice := -2 * math.Log(wrong)
	scale := d.square * narrowest / (twice + math.Log(twice) + 1)
	n := float64(d.later.n)
	sum, squares := n*away, d.later.m2+float64(n*float64(away*away))
	return sum*sum > float64((squares+scale)*(twice+math.Log1p(squares/scale)))
}
