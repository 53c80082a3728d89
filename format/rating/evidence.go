package rating

import "math"

/*
Evidence says what is known of the mean of differences from -1 to 1 that come one after another, however often it is asked: over all
times together an interval misses the mean with at most the probability that the caller allows. So whoever looks after each difference
and stops when he likes the answer is not fooled more often than that.

Against each possible mean a capital of 1 is bet on the differences. If that is their mean, no way of betting makes the capital grow on
average, so it ever reaches 1/p with a probability of at most p (J. Ville, Étude critique de la notion de collectif, 1939). The interval
is of the means against which it has not. Since the best stake is unknown, equal parts of the capital are bet at several, each half of
the one before (I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024; T. Cover, Universal
portfolios, 1991). No assumption is made of how the differences are distributed.

The zero Evidence has seen nothing.
*/
type Evidence struct {
	places map[float64]int // of values
	values []float64       // different ones, in the order in which they came
	counts []int
	n      int
	sum    float64
}

// Add adds a difference.
func (e *Evidence) Add(difference float64) {
	if e.places == nil {
		e.places = map[float64]int{}
	}
	at, seen := e.places[difference]
	if !seen {
		at = len(e.values)
		e.places[difference], e.values, e.counts = at, append(e.values, difference), append(e.counts, 0)
	}
	e.counts[at]++
	e.n++
	e.sum += difference
}

// N returns the number of differences.
func (e *Evidence) N() int { return e.n }

// Mean returns their mean, 0 without any.
func (e *Evidence) Mean() float64 { return e.sum / float64(max(e.n, 1)) }

// Interval returns an interval that contains the true mean at all times, but with a probability of at most wrong.
func (e *Evidence) Interval(wrong float64) (low, high float64) {
	enough := math.Log(2 / wrong) // a half for each side
	return e.bound(1, enough), -e.bound(-1, enough)
}

// bound returns the largest mean, of the differences times sign, against which the logarithm of the capital has reached enough.
func (e *Evidence) bound(sign, enough float64) float64 {
	low, high := -1.0, sign*e.Mean()
	for range 40 {
		middle := (low + high) / 2
		if e.capital(sign, middle) >= enough {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// The stakes, as parts of the largest at which no difference takes all: the first, half of it, and so on.
const (
	mostStake = 0.95
	stakes    = 7
)

// capital returns the logarithm of the capital that was bet against a mean of the differences times sign, or a lower one. It falls with the
// mean.
func (e *Evidence) capital(sign, mean float64) float64 {
	var logs [stakes]float64
	most, stake := math.Inf(-1), mostStake
	for i := range logs {
		for k, value := range e.values {
			logs[i] += float64(float64(e.counts[k]) * math.Log1p(float64(stake*(float64(sign*value)-mean))/(1+mean)))
		}
		most = max(most, logs[i])
		stake /= 2
	}
	sum := 0.0
	for _, log := range logs {
		sum += math.Exp(log-most) / stakes
	}
	return most + math.Log(sum)
}

/*
Ratio returns the logarithm of how much likelier the differences are with one mean than with another, each with the distribution of these
values that fits best: the statistic of the sequential probability ratio test of chess engines, where the values are the five results of
pairs of games (A. Wald, Sequential tests of statistical hypotheses, 1945; M. Van den Bergh, A practical introduction to the GSPRT,
2020). Unlike an interval it holds for these two means alone.
*/
func (e *Evidence) Ratio(mean0, mean1 float64) float64 {
	return e.likelihood(mean1) - e.likelihood(mean0)
}

// unseen is the count of a value that has not come yet: without it a mean beyond all values would be impossible.
const unseen = 1e-3

// likelihood returns the largest log-likelihood of the differences with a mean, but for a constant.
func (e *Evidence) likelihood(mean float64) float64 {
	log, _, _ := e.likeliest(func(value float64) float64 { return value - mean })
	return log
}

// likeliest returns the largest log-likelihood, but for a constant, of the distributions of these values in which the mean of a term is 0,
// and the mean of the values there. The likeliest of them gives a value a weight of its count divided by 1 + x times its term, with the x
// for which that mean is right. It reports false where all terms have one sign, since no distribution is possible then.
func (e *Evidence) likeliest(term func(value float64) float64) (log, mean float64, ok bool) {
	least, most, all := math.Inf(1), math.Inf(-1), 0.0
	e.all(func(value, count float64) {
		least, most, all = min(least, term(value)), max(most, term(value)), all+count
	})
	if least >= 0 || most <= 0 {
		return 0, 0, false
	}
	low, high := -1/most, -1/least // where all weights are positive
	for range 60 {
		x, sum := (low+high)/2, 0.0
		e.all(func(value, count float64) { sum += float64(count*term(value)) / (1 + float64(x*term(value))) })
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	e.all(func(value, count float64) {
		log -= float64(count * math.Log1p(float64(x*term(value))))
		mean += float64(count*value) / (1 + float64(x*term(value))) / all
	})
	return log, mean, true
}

// all calls visit with each value, the least and the greatest possible ones among them, and its count.
func (e *Evidence) all(visit func(value, count float64)) {
	for i, value := range e.values {
		visit(value, float64(e.counts[i]))
	}
	for _, value := range [...]float64{-1, 1} {
		if _, seen := e.places[value]; !seen {
			visit(value, unseen)
		}
	}
}
