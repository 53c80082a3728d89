package rps

import (
	"testing"

	"agon/game"
)

// TestPredictorBeatsTheSimple: the predictor wins nearly every game against players with a habit. Seeds are fixed.
func TestPredictorBeatsTheSimple(t *testing.T) {
	const games = 200
	for _, b := range builtins[1:] {
		t.Run(b.Name, func(t *testing.T) {
			least := games
			if b.Name == "random" { // it has no habit: only ties can be won against it
				least = games * 9 / 10
			}
			won, _, _ := tally(games, predict, func(d *game.Dice) builtin { return b.New(game.Settings{}, d) })
			if won < least {
				t.Errorf("won %d of %d games, want at least %d", won, games, least)
			}
		})
	}
	for _, r := range habitual {
		t.Run(r.name, func(t *testing.T) {
			if won, _, _ := tally(games, predict, r.new); won < games*9/10 {
				t.Errorf("won %d of %d games", won, games)
			}
		})
	}
}

// TestPredictorLosesToNobody plays it against unbeatable players, and against one that knows its code: none of them wins more than chance
// allows, three standard deviations of 400 even games.
func TestPredictorLosesToNobody(t *testing.T) {
	const games, chance = 400, 30
	for _, r := range []rival{
		{"itself", predict},
		{"the safe mixture", newSafe},
		{"one that simulates it", newReader},
	} {
		t.Run(r.name, func(t *testing.T) {
			won, lost, _ := tally(games, predict, r.new)
			if lost > games/2+chance {
				t.Errorf("won %d and lost %d of %d games", won, lost, games)
			}
		})
	}
}

func TestSafeMixtureLosesToNoHand(t *testing.T) {
	for one := int32(-2); one <= 2; one++ {
		for two := int32(-2); two <= 2; two++ {
			var p past
			p.counts[0] = [4]int32{Rock: 10 + one, Paper: 10 + two, Scissors: 10 - one - two}
			p.counts[1] = [4]int32{Rock: 10, Paper: 10, Scissors: 10}
			gains := p.gains()
			for theirs := range 3 {
				sum := 0.0
				for _, mine := range safe(&gains) {
					sum += gains[mine][theirs]
				}
				if sum < 0 {
					t.Errorf("leads %d, %d: %v loses to %v", one, two, safe(&gains), Rock+Hand(theirs))
				}
			}
		}
	}
}
