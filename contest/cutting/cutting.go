/*
Package cutting decides how many games a core takes at once. Its functions are pure, so that a run and a simulation of one cut jobs by the
same rule.

A job begins with up to [FirstJob] games, since the first games of a bot also pay for its start. A core that has begun a job takes more
games of the same entries one by one. Neither may exceed the core's share of what is left to play, so that all cores end together.

[Costs] finds out which entries are slow. Their games are played one at a time, on some cores of their own.
*/
package cutting

// FirstJob is the largest number of games with which a job begins.
const FirstJob = 4

// Share returns one core's part of what is left to play, in games, rounded to the next game. left counts the games without a result; of
// those in progress only the part that is left.
func Share(left float64, cores int) float64 { return (left + 0.5*float64(cores)) / float64(cores) }

// First returns with how many of the open games a job begins: from 1 to most. fits reports whether the nth open game, from 1, has the
// same entries as the first.
func First(open, most int, share float64, fits func(n int) bool) int {
	n := 1
	for n < min(most, open) && float64(n+1) <= share && fits(n) {
		n++
	}
	return n
}

// Another reports whether a core takes one more game of the same entries; left is the part of its job that is still to be played, in
// games.
func Another(left, share float64) bool { return left+1 <= share }
