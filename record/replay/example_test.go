package replay_test

import (
	"fmt"

	"agon/game"
	"agon/games/rps"
	"agon/record/replay"
)

// A replay is a seed, options and moves. Verify re-simulates the game and compares digests, so a forged move is detected.
func Example() {
	kind := game.New(rps.Spec)
	settings, err := kind.Settings(map[string]any{"rounds": 3})
	if err != nil {
		panic(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		panic(err)
	}
	if err := table.Deal(1, 2); err != nil {
		panic(err)
	}
	for !table.Over() {
		var r game.Reply
		table.Play(0, "PAPER", &r)
		table.Play(1, "ROCK", &r)
		table.Step()
	}
	data := replay.Encode(&replay.Replay{Record: table.Record(), Seats: []replay.Seat{{Name: "Ann"}, {Name: "Ben"}}}, false)

	r, err := replay.Decode(data)
	if err != nil {
		panic(err)
	}
	find := func(string) (*game.Kind, error) { return kind, nil }
	fmt.Println(r.Seats[0].Name, "against", r.Seats[1].Name+":", replay.Verify(r, find))
	r.Record.Columns[1][2] = r.Record.Columns[0][2]
	fmt.Println("forged move found:", replay.Verify(r, find) != nil)
	// Output:
	// Ann against Ben: <nil>
	// forged move found: true
}
