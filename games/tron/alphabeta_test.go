package tron

import (
	"testing"

	"agon/game"
)

// TestDuelLooksFar: the search gets deeper by reducing steps after the first: over ten starts by 28 plies in all, with equal numbers of
// positions.
func TestDuelLooksFar(t *testing.T) {
	rules := &Rules{Width: 30, Height: 20}
	plies := 0
	for seed := range int64(10) {
		var s State
		dice := game.NewDice(seed, nil)
		dice.Turn(0)
		if err := rules.Deal(&s, 2, &dice); err != nil {
			t.Fatal(err)
		}
		q := newSearch(s.Layout)
		q.budget = 2000
		q.load(&s, 0)
		plies += q.fight().depth
	}
	if plies < 117 {
		t.Errorf("it looks %d plies ahead over ten starts, want 117; without reductions it is 103", plies)
	}
}
