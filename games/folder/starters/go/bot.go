//go:build ignore

// A bot that plays any of its moves. agon.go beside it speaks with the arena. Make it choose better.
//
// Build it with: go build -o bot agon.go bot.go
package main

import "math/rand"

// VIEW

func main() { Play("Any move in Go", "you", func(g *Game) string { return choose(View{g}) }) }

func choose(v View) string {
	moves := v.Moves()
	return moves[rand.Intn(len(moves))]
}
