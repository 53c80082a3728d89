/*
Package cutting decides with how many games a core is sent off. Its functions are pure, so that a run and a simulation of one cut jobs by the
same rule.

A job is consecutive games of the same entries, so that the start of a bot is paid for once. Its core time lies between [leastJob] and [jobTime]:
long enough to play several games at once, short enough to be repeated. It is at most half of a core's share of the open games, and at least leastJob, so
that jobs shrink near the end and no core waits for another.
*/
package cutting

import "time"

const (
	jobTime  = 8 * time.Second
	leastJob = 500 * time.Millisecond
	firstJob = 4 // games of a job before the cost of a game is known
)

// A Cost is what the games of a stage have cost so far. The zero Cost is that of none.
type Cost struct {
	games int
	spent float64 // core time, in nanoseconds: that of a simulation exceeds a time.Duration
}

// Add adds a game that has been played, and its core time.
func (c *Cost) Add(spent time.Duration) {
	c.games++
	c.spent += float64(spent)
}

// Job returns how many of the open games, from the first, are the next job: at least 1. open must be above 0, and cores too. fits reports whether the
// nth open game, from 1, has the entries of the first.
func (c Cost) Job(open, cores int, fits func(n int) bool) int {
	n, most := 1, c.most(open, cores)
	for n < most && fits(n) {
		n++
	}
	return n
}

// most returns the most games of the next job, whatever their entries.
func (c Cost) most(open, cores int) int {
	most, least := firstJob, firstJob
	if c.games > 0 {
		each := max(time.Duration(c.spent/float64(c.games)), time.Microsecond)
		most, least = max(1, int(jobTime/each)), max(1, int(leastJob/each))
	}
	fair := (open + cores - 1) / cores
	return max(1, min(most, max(fair/2, least), fair))
}
