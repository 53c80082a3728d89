package gametest

import (
	"math"
	"slices"
	"testing"

	"agon/game"
)

// outcomes checks that the games of a kind end with places that rank the seats, and with scores that agree with the places.
func outcomes[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	ranked := false
	for _, p := range tours {
		list := p.outcomes(p.rules)
		places(t, p.seed, list)
		scores(t, p.seed, list)
		for _, o := range list {
			ranked = ranked || o.Place > 1
		}
		if t.Failed() {
			return
		}
	}
	if !ranked && tours[0].seats > 1 {
		t.Errorf("Rules.Outcome gives every seat place 1 in all of %d games, played by bots and by chance: it ranks nobody", len(tours))
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
			t.Errorf("Rules.Outcome: the places of the game of seed %d are %v; a seat's place is 1 more than the number of seats ahead of it, as 1, 2, 2, 4", seed, given)
			return
		}
	}
}

// scores checks that no seat has a better place than another and fewer points. Nobody has given a fault in these games.
func scores(t testing.TB, seed int64, list []game.Outcome) {
	for seat, o := range list {
		if math.IsNaN(o.Score) || math.IsInf(o.Score, 0) {
			t.Errorf("Rules.Outcome: the score of seat %d in the game of seed %d is %v", seat, seed, o.Score)
			return
		}
	}
	for a, ahead := range list {
		for b, behind := range list {
			if ahead.Place < behind.Place && ahead.Score < behind.Score {
				t.Errorf("Rules.Outcome: in the game of seed %d seat %d has place %d with score %v, and seat %d place %d with score %v: scores do not fit the places", seed, a, ahead.Place, ahead.Score, b, behind.Place, behind.Score)
				return
			}
		}
	}
}
