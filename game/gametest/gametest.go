/*
Package gametest is the conformance suite that every kind passes: one call in the kind's own test.

	func TestConformance(t *testing.T) { gametest.Run(t, mygame.Spec) }

It plays the kind's built-in bots and random moves, and checks the contracts of package game: flat states; equal games for equal seeds; a
Step that depends only on its arguments and allocates nothing; a Hash that reads the whole state; prompts and views with content; valid
pictures; places that rank and scores that agree with them; playable faults; and the kind's files. Each failure is a sentence that names
the part of the Spec and the mistake.
*/
package gametest

import (
	"fmt"
	"testing"

	"agon/game"
)

// Unhashed lists fields of a state that its Hash leaves out on purpose, by their paths as failures print them ("Players[].Path"), each with
// the reason: what they follow from, or that no rule reads them.
type Unhashed map[string]string

// Run checks a kind.
func Run[S, M comparable](t *testing.T, spec game.Spec[S, M], unhashed ...Unhashed) {
	t.Helper()
	for _, c := range checks(spec, unhashed...) {
		t.Run(c.name, func(t *testing.T) { c.run(t) })
	}
}

// A check tests one contract of package game.
type check struct {
	name string
	run  func(t testing.TB)
}

// checks returns all checks of a kind: of its Spec first, then of its games with the fewest, the usual and many seats.
func checks[S, M comparable](spec game.Spec[S, M], unhashed ...Unhashed) []check {
	kind := game.New(spec)
	list := []check{
		{"flat", flat[S, M]},
		{"facts", func(t testing.TB) { facts(t, kind) }},
		{"files", func(t testing.TB) { files(t, kind) }},
		{"moves have texts", func(t testing.TB) { moveTexts(t, spec) }},
		{"options", func(t testing.TB) { options(t, kind) }},
	}
	for _, seats := range seatCounts(kind) {
		add := func(name string, run func(t testing.TB)) {
			list = append(list, check{fmt.Sprintf("%d seats/%s", seats, name), run})
		}
		var played []*tour[S, M]
		tours := func(t testing.TB) []*tour[S, M] {
			if played == nil {
				played = playTours(t, spec, seats)
			}
			return played
		}
		add("rules are pure", func(t testing.TB) { pure(t, spec, tours(t)) })
		add("hash", func(t testing.TB) { hashes(t, spec, tours(t), unhashed...) })
		add("outcome", func(t testing.TB) { outcomes(t, spec, tours(t)) })
		add("views", func(t testing.TB) { views(t, spec, tours(t)) })
		add("prompts", func(t testing.TB) { prompts(t, spec, tours(t)) })
		add("pictures", func(t testing.TB) { drawings(t, kind, seats) })
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
