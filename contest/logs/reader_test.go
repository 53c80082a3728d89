package logs

import (
	"slices"
	"testing"
)

// TestOrderOfTurns: output of no known turn comes first, then the turns, then remarks on the whole game.
func TestOrderOfTurns(t *testing.T) {
	turns := []Turn{{Turn: -1, Notes: []string{"game 1: further faults are counted only"}}, {Turn: 2}, {Turn: 0}, {Turn: -1,
		Printed: "loading"}, {Turn: 1}}
	slices.SortStableFunc(turns, inOrder)
	var got []int
	for _, turn := range turns {
		got = append(got, turn.Turn)
	}
	if !slices.Equal(got, []int{-1, 0, 1, 2, -1}) || turns[0].Printed == "" {
		t.Errorf("%+v", turns)
	}
}
