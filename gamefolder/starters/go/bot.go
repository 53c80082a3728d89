//go:build ignore

// A bot that plays any of its moves. g.Ints, g.Lists, g.Words and g.Grids have what the game shows to your seat, "moves" in g.Words the moves that you may make.
// Make it choose better.
//
// Build it with: go build -o bot agon.go bot.go
package main

import "math/rand"

func main() { Play("Any move in Go", "you", choose) }

func choose(g *Game) string {
	moves := g.Words["moves"]
	return moves[rand.Intn(len(moves))]
}
