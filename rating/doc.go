/*
Package rating says how strong entries are and how sure that is. It is arithmetic on numbers: it knows games as lists of
values per entry, entries as indexes from 0, and nothing of contests, files or clocks.

  - [Sample]: the values of one entry: mean, 95 % interval, deviation, best.
  - [Comparison]: the values of many entries: who is apart from whom, the places an entry may have, and how many more games would
    part two of them.
  - [Elo]: ratings that depend on the order of the meetings, and how much they do.
  - [PlackettLuce]: strengths that do not, with their standard errors; for games of two it is the Bradley-Terry model.
  - [Online]: the same model for thousands of entries and results without end: taken in as they come, its prior and the
    dependence of games on one start measured, and from all of the [Information] the places that each entry may have: by draws with a
    prior that learns the shape of the field, and with biases of pairs.
  - [Rest]: who will be among the best when a stage is over.

# The same numbers everywhere

Everything here is a pure function of its arguments, order included: who calls it reads results in the order of the plan. Some
processors fuse a product and a sum into one rounding, so products that are added to something are written float64(x*y), which
forbids it, and what is stored or compared is rounded to a millionth by [Round].
*/
package rating

import "math"

// Confidence is the default level of intervals.
const Confidence = 0.95

// Round rounds to a millionth, the precision in which ratings and scores are kept and compared.
func Round(x float64) float64 {
	return math.Round(float64(x*1e6)) / 1e6
}
