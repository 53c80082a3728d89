package game_test

import (
	"fmt"

	"agon/game"
	"agon/games/rps"
)

// A kind of game is a folder with a Spec. New erases its types; a Table then plays it without knowing its rules.
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
	fmt.Println("turns:", table.Turns())
	for seat := range game.Seat(2) {
		fmt.Println("seat", seat, "place", table.Outcome(seat).Place)
	}
	// Output:
	// turns: 3
	// seat 0 place 1
	// seat 1 place 2
}

// Every draw is a function of seed and turn, so that any turn can be replayed alone.
func ExampleDice() {
	one, two := game.NewDice(7, nil), game.NewDice(7, nil)
	for turn := range 5 {
		one.Turn(turn)
		one.Intn(6)
	}
	two.Turn(4)
	one.Turn(4)
	fmt.Println(one.Intn(1000) == two.Intn(1000))
	// Output: true
}
