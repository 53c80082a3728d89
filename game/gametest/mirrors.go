package gametest

import (
	"testing"

	"agon/game"
)

// mirrored deals a set of mirrored deals, which must begin with the drawn deal and differ, and plays each game of it again from its record.
func mirrored(t testing.TB, kind *game.Kind, seats int) {
	if kind.Mirrors > game.MostMirrors {
		t.Fatalf("a set has %d deals, at most %d are possible", kind.Mirrors, game.MostMirrors)
	}
	var drawn, frame game.Frame
	same := 0
	for nth := range kind.Mirrors {
		seed := game.MirrorSeed(5<<20, nth)
		table := Dealt(t, kind, nil, ^seed>>6, seats)
		table.View(&drawn, game.Audience)
		deal(t, table, seed, seats)
		table.View(&frame, game.Audience)
		equal := string(drawn.AppendJSON(nil)) == string(frame.AppendJSON(nil))
		if nth == 0 && !equal {
			t.Error("the first deal of a set is not the drawn one")
		}
		if equal {
			same++
		}
		rerun, err := kind.Rerun(Play(t, kind, seats, seed, nil).Record())
		if err != nil {
			t.Fatal(err)
		}
		if err := rerun.Finish(); err != nil {
			t.Fatalf("a game with a mirrored deal cannot be re-simulated from its record: %v", err)
		}
	}
	if kind.Mirrors > 1 && seats > 1 && same == kind.Mirrors {
		t.Error("all deals of a set are the same")
	}
}
