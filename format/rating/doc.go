/*
Package rating estimates how strong entries are, with the uncertainty. It is arithmetic on numbers: games are lists of values per entry,
entries are indexes from 0, and there are no contests, files or clocks.

  - [Sample]: the values of one entry: mean, 95 % interval, deviation, best.
  - [Comparison]: the values of many entries: which differ significantly, the places that each may have, and how many more games would
    separate two of them.
  - [Elo]: ratings that depend on the order of the meetings, and how much they do.
  - [PlackettLuce]: strengths that do not, with their standard errors; for games of two it is the Bradley-Terry model.
  - [Davidson]: the same for games of two that may be tied, and how often equal entries tie.
  - [Circles]: entries that beat each other in a circle, which no strengths describe.
  - [Online]: the model of [PlackettLuce] for thousands of entries and a growing number of results. It measures its prior and the dependence
    of games with the same start. From all of the [Information] it draws the places that each entry may have, with a prior that learns the
    shape of the field, and with biases of pairs.
  - [Rest]: the probability of being among the best at the end of a stage.

# The same numbers everywhere

Everything here is a pure function of its arguments, order included: callers pass results in the order of the plan. Some processors fuse a
product and a sum into one rounding, so products that are added to something are written float64(x*y), which prevents it, and values
that are stored or compared are rounded to a millionth by [Round].
*/
package rating

import "math"

// Confidence is the default level of intervals.
const Confidence = 0.95

// Round rounds to a millionth, the precision in which ratings and scores are kept and compared.
func Round(x float64) float64 {
	return math.Round(float64(x*1e6)) / 1e6
}
