package contest

import (
	"slices"

	"agon/contest/store"
	"agon/format/tournament"
)

// Odd returns the results of a game that were handed in after the one that stands, and differ from it. Results of games that a decision had
// played again are not among them.
func (r *Roster) Odd(g *store.Game) []tournament.Result {
	again := func(x store.Change) bool { return x.What == store.Again && slices.Contains(x.Games, g.ID) }
	if len(g.Others) == 0 || slices.ContainsFunc(r.changes, again) {
		return nil
	}
	return g.Others
}
