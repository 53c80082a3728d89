package fence

import (
	"testing"

	"agon/game"
)

// TestPlannerBeatsTheExample plays both seats of many games against the contest's example.
func TestPlannerBeatsTheExample(t *testing.T) {
	const games = 60
	won := 0
	for i := range games {
		if duel(t, int64(i), i%2, "planner", "nearest") == i%2 {
			won++
		}
	}
	if won*100 < games*95 {
		t.Errorf("planner won %d of %d games against nearest", won, games)
	}
}

// duel plays a game in which the first bot has the given seat, and returns the winning seat.
func duel(t testing.TB, seed int64, seat int, one, two string) int {
	r := rulesOf(t, nil)
	var s State
	d := game.NewDice(seed, nil)
	d.Turn(0)
	if err := r.Deal(&s, 2, &d); err != nil {
		t.Fatal(err)
	}
	var bots [2]game.BuiltinFunc[State, Move]
	bots[seat], bots[1-seat] = builtinOf(t, one, seed), builtinOf(t, two, seed+1)
	moves := make([]game.Move[Move], 2)
	for !r.owesNobody(&s) {
		moves[s.Turn].Value = bots[s.Turn](&s, game.Seat(s.Turn), nil)
		r.Step(&s, moves, &d)
	}
	if testing.Verbose() {
		t.Logf("seed %d: seat %d %v after %d plies", seed, seat, s.Cells, s.Ply)
	}
	return s.winner()
}

// builtinOf returns a new instance of a built-in bot.
func builtinOf(t testing.TB, name string, seed int64) game.BuiltinFunc[State, Move] {
	t.Helper()
	for _, builtin := range Spec.Builtins {
		if builtin.Name == name {
			p, err := game.NewSettings(builtin.Params, nil)
			if err != nil {
				t.Fatal(err)
			}
			d := game.NewDice(seed, nil)
			d.Turn(0)
			return builtin.New(p, &d)
		}
	}
	t.Fatalf("no built-in bot %q", name)
	return nil
}
