/*
Package gametest is the conformance suite that every kind passes: one call in the kind's own test.

	func TestConformance(t *testing.T) { gametest.Run(t, mygame.Spec) }

It plays the kind's built-in bots and random moves, and checks the contracts of package game: flat states; equal games for equal seeds; a
Step that depends only on its arguments, changes the state and allocates nothing; a Hash that reads the whole state; prompts and views
with content and without the seed; deals that follow from the dice; valid pictures, in which tiles belong to their owners; places that
rank and scores that agree with them; playable faults; and the kind's files. Each failure is a sentence that names the part of the Spec
and the mistake.

What is particular to a kind, its test says with a [Declaration].

No suite knows a game's own laws: that four in a diagonal win, for example. Draw them as scenes, and play them with [Scenes].
*/
package gametest

import (
	"fmt"
	"testing"

	"agon/game"
)

// Run checks a kind.
func Run[S, M comparable](t *testing.T, spec game.Spec[S, M], declarations ...Declaration) {
	t.Helper()
	for _, c := range checks(spec, declarations...) {
		t.Run(c.name, func(t *testing.T) { c.run(t) })
	}
}

// A check tests one contract of package game.
type check struct {
	name string
	run  func(t testing.TB)
}

// checks returns all checks of a kind: of its Spec first, then of its games with the fewest, the usual and many seats.
func checks[S, M comparable](spec game.Spec[S, M], declarations ...Declaration) []check {
	given := newParticulars(declarations)
	kind := game.New(spec)
	list := []check{
		{"flat", flat[S, M]},
		{"facts", func(t testing.TB) { facts(t, kind) }},
		{"files", func(t testing.TB) { files(t, kind) }},
		{"moves have texts", func(t testing.TB) { moveTexts(t, spec) }},
		{"options", func(t testing.TB) { options(t, kind) }},
		{"nothing left of the walk-through", func(t testing.TB) { leftovers(t, kind) }},
	}
	for _, seats := range seatCounts(kind) {
		add := func(name string, run func(t testing.TB)) {
			list = append(list, check{fmt.Sprintf("%d seats/%s", seats, name), run})
		}
		var played []*tour[S, M]
		tried := false
		tours := func(t testing.TB) []*tour[S, M] {
			if tried && played == nil {
				t.Skip("the games of this number of seats cannot be played to their end")
			}
			if tried = true; played == nil {
				played = playTours(t, spec, seats)
			}
			return played
		}
		add("explored", func(t testing.TB) {
			moves := spec.Moves
			if len(moves) == 0 {
				moves = movesIn(tours(t))
			}
			explore(t, spec, seats, moves, given)
		})
		add("rules are pure", func(t testing.TB) { pure(t, spec, tours(t)) })
		add("hash", func(t testing.TB) { hashes(t, spec, tours(t), given.unhashed) })
		add("outcome", func(t testing.TB) { outcomes(t, spec, tours(t)) })
		add("views", func(t testing.TB) { views(t, spec, tours(t)) })
		add("secrets", func(t testing.TB) { secrets(t, spec, tours(t), seats, given) })
		add("deals", func(t testing.TB) { deals(t, spec, kind, seats, given) })
		add("prompts", func(t testing.TB) { prompts(t, spec, tours(t)) })
		add("pictures", func(t testing.TB) { drawings(t, kind, seats, given.owners) })
		add("equal seeds, equal games", func(t testing.TB) { equalGames(t, kind, seats) })
		add("re-simulated from its record", func(t testing.TB) { playedAgain(t, kind, seats) })
		add("mirrored deals", func(t testing.TB) { mirrored(t, kind, seats) })
		add("every fault can be played", func(t testing.TB) { faults(t, kind, seats) })
		add("steps allocate nothing", func(t testing.TB) { allocations(t, spec, seats) })
		add("rubbish is refused", func(t testing.TB) { rubbish(t, kind, seats) })
		add("files of its own", func(t testing.TB) { outputFiles(t, kind, seats) })
	}
	return list
}

// seatCounts returns the smallest, the usual and a large number of seats.
func seatCounts(kind *game.Kind) []int {
	counts := []int{kind.MinSeats}
	for _, n := range []int{kind.UsualSeats, min(kind.MaxSeats, 12)} {
		if n > counts[len(counts)-1] {
			counts = append(counts, n)
		}
	}
	return counts
}
