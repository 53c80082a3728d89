package gametest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"agon/game"
)

// outcomes checks that games end with places that rank the seats, and with scores that agree with the places.
func outcomes[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	ranked := false
	var fits agreement
	for _, p := range tours {
		list := p.outcomes(p.rules)
		places(t, p.seed, list)
		fits.add(t, p.seed, list)
		inRange(t, spec, p, list)
		for _, o := range list {
			ranked = ranked || o.Place > 1
		}
		if t.Failed() {
			return
		}
	}
	if fits.against > fits.with {
		t.Error(fits.first)
	}
	if !ranked && tours[0].seats > 1 {
		t.Errorf("Rules.Outcome gives every seat place 1 in all of %d games of bots and random moves: it ranks nobody", len(tours))
	}
}

// places checks that the places of a game are a ranking: 1, 2, 2, 4 and not 1, 2, 2, 3 or 2, 3, 4.
func places(t testing.TB, seed int64, list []game.Outcome) {
	var given []int
	for _, o := range list {
		given = append(given, o.Place)
	}
	sorted := slices.Sorted(slices.Values(given))
	for i, place := range sorted {
		if place != i+1 && (i == 0 || place != sorted[i-1]) {
			t.Errorf("Rules.Outcome: the places of the game of seed %d are %v; a seat's place is 1 more than the number of seats ahead "+
				"of it, as 1, 2, 2, 4", seed, given)
			return
		}
	}
}

// inRange checks that every score of a game is in the range that its kind declares.
func inRange[S, M comparable](t testing.TB, spec game.Spec[S, M], p *tour[S, M], list []game.Outcome) {
	if spec.Range == nil {
		return
	}
	least, most := spec.Range(p.settings)
	for seat, o := range list {
		if o.Score < least || o.Score > most {
			t.Errorf("Spec.Range: the score of seat %d in the game of seed %d is %v, which is not in %v to %v", seat, p.seed, o.Score,
				least, most)
			return
		}
	}
}

// An agreement counts pairs of seats whose scores agree with their places, and pairs whose scores do not. A kind may rank by more than
// scores, for example survivors before others, but most pairs must agree. There are no faults in these games.
type agreement struct {
	with, against int
	first         string // the first that does not agree
}

func (g *agreement) add(t testing.TB, seed int64, list []game.Outcome) {
	for seat, o := range list {
		if math.IsNaN(o.Score) || math.IsInf(o.Score, 0) {
			t.Errorf("Rules.Outcome: the score of seat %d in the game of seed %d is %v", seat, seed, o.Score)
			return
		}
	}
	for a, ahead := range list {
		for b, behind := range list {
			switch {
			case ahead.Place >= behind.Place:
			case ahead.Score >= behind.Score:
				g.with++
			default:
				g.against++
				if g.first == "" {
					g.first = fmt.Sprintf("Rules.Outcome: in the game of seed %d seat %d has place %d with score %v, and seat %d place "+
						"%d with score %v, and most pairs disagree like this: scores do not fit the places", seed, a, ahead.Place,
						ahead.Score, b, behind.Place, behind.Score)
				}
			}
		}
	}
}
