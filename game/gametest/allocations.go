package gametest

import (
	"testing"

	"agon/game"
)

func allocations[S, M comparable](t testing.TB, spec game.Spec[S, M], seats int) {
	settings, err := game.New(spec).Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := spec.Rules(settings)
	if err != nil {
		t.Fatal(err)
	}
	var state S
	dice := game.NewDice(5, nil)
	if err := rules.Deal(&state, seats, &dice); err != nil {
		t.Fatal(err)
	}
	start, moves := state, make([]game.Move[M], spec.MaxSeats)
	turn := func() {
		owes := rules.Turn(&state)
		if owes.Empty() {
			state = start
			owes = rules.Turn(&state)
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			moves[seat].Value = rules.Absent(&state, seat, game.Garbled)
			for try := 0; try < 8 && len(spec.Moves) > 0; try++ {
				m := spec.Moves[dice.Intn(len(spec.Moves))]
				if rules.Check(&state, seat, m) == nil {
					moves[seat].Value = m
					break
				}
			}
		}
		rules.Step(&state, moves, &dice)
	}
	for range 50 {
		turn()
	}
	if n := testing.AllocsPerRun(500, turn); n >= 1 {
		t.Errorf("a turn allocates %.1f times", n)
	}
}
