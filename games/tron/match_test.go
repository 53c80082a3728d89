package tron

import (
	"testing"

	"agon/game"
)

// A rival is a built-in with its parameters.
type rival struct {
	name   string
	params map[string]any
}

// match plays every start with every rotation of the seats and returns the number of games that each rival wins, and the moves of the first
// one.
func match(t testing.TB, rivals []rival, starts int, seed int64) (wins []int, moves int) {
	t.Helper()
	kind := game.New(Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	wins = make([]int, len(rivals))
	for start := range starts {
		for turned := range rivals {
			if err := table.Deal(seed+int64(start), len(rivals)); err != nil {
				t.Fatal(err)
			}
			for seat := range rivals {
				r := rivals[(seat+turned)%len(rivals)]
				builtin, err := kind.Builtin(r.name, r.params)
				if err != nil {
					t.Fatal(err)
				}
				table.Sit(game.Seat(seat), builtin)
			}
			winner := finish(t, table)
			wins[(int(winner)+turned)%len(rivals)]++
			first := (len(rivals) - turned) % len(rivals)
			moves += len(table.Record().Columns[first])
		}
	}
	return wins, moves
}

// finish plays a game to its end and gives the winner.
func finish(t testing.TB, table *game.Table) game.Seat {
	var reply game.Reply
	for !table.Over() {
		reply.Reset()
		table.Think(asked(t, table), &reply)
		table.Step()
	}
	for seat := range table.Seats() {
		if table.Outcome(game.Seat(seat)).Place == 1 {
			return game.Seat(seat)
		}
	}
	t.Fatal("nobody won")
	return 0
}
