package cutting

import (
	"math/bits"
	"slices"
)

// Costs adds up the time of the games of each entry in a stage, so that slow entries are known. [NewCosts] makes one.
type Costs struct {
	of  map[int]cost
	all cost
	// Slow holds the slow entries, with how many times as long as a game of the others one of theirs takes.
	Slow map[int]float64
}

// cost is the time of some games, in µs.
type cost struct{ games, took float64 }

// An entry is slow when its games take slowTimes as long as those of the others, after fewGames. It stays slow until they take less than
// half of that. Games shorter than slowLeast delay nobody.
const (
	slowTimes = 3
	fewGames  = 2
	slowLeast = 50_000 // µs
)

// NewCosts returns the costs of no games.
func NewCosts() Costs { return Costs{of: map[int]cost{}, Slow: map[int]float64{}} }

// Add counts games of an entry, and what they took in µs.
func (c *Costs) Add(entry, games int, took int64) {
	now := cost{float64(games), float64(took)}
	c.of[entry] = cost{c.of[entry].games + now.games, c.of[entry].took + now.took}
	c.all = cost{c.all.games + now.games, c.all.took + now.took}
}

// Judge decides whether entries are slow, and reports whether that has changed for any.
func (c *Costs) Judge(entries []int) (changed bool) {
	for _, entry := range entries {
		of, times := c.of[entry], float64(slowTimes)
		_, was := c.Slow[entry]
		if was {
			times /= 2
		}
		others := (c.all.took - of.took) / max(c.all.games-of.games, 1)
		mean := of.took / max(of.games, 1)
		slow := of.games >= fewGames && mean >= slowLeast && others > 0 && mean >= times*others
		if delete(c.Slow, entry); slow {
			c.Slow[entry] = mean / others
		}
		changed = changed || slow != was
	}
	return changed
}

// Known reports whether it is known of all entries whether they are slow.
func (c *Costs) Known(entries []int) bool {
	return !slices.ContainsFunc(entries, func(entry int) bool { return c.of[entry].games < fewGames })
}

// Long returns the place of a game of entries among others that are open: 0 if none of them is slow, else the more the longer it takes.
// Games of about equal length have the same, so that they stay in the order of the plan.
func (c *Costs) Long(entries []int) int {
	slow, took := false, 0.0
	for _, entry := range entries {
		of := c.of[entry]
		slow, took = slow || c.Slow[entry] > 0, took+of.took/max(of.games, 1)
	}
	if !slow {
		return 0
	}
	return bits.Len64(uint64(min(took, 1<<62)))
}

// SlowCores returns how many of some cores may play games of slow entries while others are open. One core plays these last.
func SlowCores(cores int) int { return cores / 2 }
