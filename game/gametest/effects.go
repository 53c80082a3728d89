package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// effect notes whether the move of the only seat that owed one changed a grid or a list that the audience sees.
func (e *explorer[S, M]) effect(before, after *S, owes game.Seats, moves []game.Move[M]) {
	seat, _ := owes.Next(0)
	m := moves[seat].Value
	if _, known := e.idle[m]; known && e.active[m] {
		return
	}
	defer e.caught("Spec.View", "")
	var one, two game.Frame
	e.spec.View(&one, before, game.Audience)
	e.spec.View(&two, after, game.Audience)
	if strings.Contains(string(two.AppendDelta(nil, &one)), `":[`) {
		e.active[m] = true
	} else if _, known := e.idle[m]; !known {
		e.idle[m] = fmt.Sprintf("in turn %d of the game of seed %d %s", e.turn, e.seed, e.words(owes, moves))
	}
}

// effects reports moves that have an effect at some times and none at others, unless they may pass.
func (e *explorer[S, M]) effects(t testing.TB, passes Passes) {
	used := map[string]bool{}
	for _, m := range e.moves {
		where, idle := e.idle[m]
		word := e.wire.Format(m)
		if _, may := passes[word]; may {
			used[word] = true
		} else if idle && e.active[m] {
			t.Errorf("Rules.Check: %s, which is accepted, and no grid or list that Spec.View shows changes. Refuse the move, or name %q "+
				"in gametest.Passes with the reason", where, word)
			return
		}
	}
	for _, word := range slices.Sorted(maps.Keys(passes)) {
		if reason := passes[word]; !used[word] {
			t.Errorf("gametest.Passes names %q, which is not a move of the kind", word)
		} else if strings.TrimSpace(reason) == "" {
			t.Errorf("gametest.Passes gives no reason for %q", word)
		}
	}
}
