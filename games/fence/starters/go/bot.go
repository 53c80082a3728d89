//go:build ignore

// A bot for Fence and Conquer that walks rings of 6x6 cells, side by side around the board, then in the rows below. Make it choose better.
//
// Build it with: go build -o bot agon.go bot.go
package main

func main() { Play("Rings in Go", "you", choose) }

// choose returns the next step. g.Grids["board"][y][x] is 0 for an empty cell, 1 or 2 for an owned one; your own number is g.Seat + 1, and
// you are at g.Lists["x"][g.Seat], g.Lists["y"][g.Seat].
func choose(g *Game) string {
	step := g.Ints["turn"] / 2 // number of our moves so far
	ring, place := step/25, step%25
	on := "R" // direction to the next ring
	if ring%6 == 5 {
		on = "D"
	}
	return [...]string{"R", "D", "L", "U", on}[place/5]
}
