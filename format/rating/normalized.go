package rating

import "math"

// normalized is how many points of normalised Elo a mean of one standard deviation of a game's result is: 800 / ln 10, with which they
// agree with rating points between bots that are about equal and never draw.
const normalized = 800 / math.Ln10

/*
Normalized returns normalised Elo: by how many standard deviations of the result of one game a bot is above another (M. Van den Bergh,
Comments on normalized Elo, 2021). mean and deviation are those of the differences of the points of pairs, which have a number of games
each. Pairs that share their luck scatter less than two games alone, which this counts; so in a kind with many draws it still says how many
games are needed to see a difference, which rating points do not. deviation must not be 0.
*/
func Normalized(mean, deviation float64, games int) float64 {
	return normalized * mean / (deviation * math.Sqrt(float64(games)))
}

// Deviation returns the standard deviation of the differences, divided by their number.
func (e *Evidence) Deviation() float64 {
	squares := 0.0
	for i, value := range e.values {
		away := value - e.Mean()
		squares += float64(float64(e.counts[i]) * float64(away*away))
	}
	return math.Sqrt(squares / float64(max(e.n, 1)))
}

// NormalizedRatio is Ratio between two differences in normalised Elo, of pairs with a number of games each: each distribution has the mean
// that many of its own deviations above 0.
func (e *Evidence) NormalizedRatio(elo0, elo1 float64, games int) float64 {
	scale := math.Sqrt(float64(games)) / normalized
	return e.steadiness(elo1*scale) - e.steadiness(elo0*scale)
}

// steadiness returns the largest log-likelihood of the differences with a mean of this many of their deviations, but for a constant. For
// each mean the deviation is known, and where likelihood is largest a term of both has the mean 0; the mean is right if it is that of the
// distribution that comes out.
func (e *Evidence) steadiness(deviations float64) float64 {
	if deviations == 0 {
		return e.likelihood(0)
	}
	sign := math.Copysign(1, deviations)
	of := func(mean float64) (log, found float64, ok bool) {
		return e.likeliest(func(value float64) float64 {
			value *= sign
			away := deviations * (value - mean)
			return value - mean/2 - float64(away*away)/(2*mean)
		})
	}
	low, high := 0.0, 1.0
	for range 50 {
		mean := (low + high) / 2
		if _, found, ok := of(mean); !ok || sign*found > mean {
			low = mean
		} else {
			high = mean
		}
	}
	log, _, _ := of(high)
	return log
}
