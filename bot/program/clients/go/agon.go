//go:build ignore

// The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
//
// This file keeps the picture of the game up to date and contains no rules. You need not change it; it works for every kind of game.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// A Game is everything the bot knows of its game.
type Game struct {
	Kind    string
	Version string         // version of the rules
	Seat    int            // your seat, from 0
	Seats   int            // number of players
	Options map[string]any // options of the kind
	Clock   map[string]float64

	Ints  map[string]int
	Texts map[string]string
	Lists map[string][]int
	Words map[string][]string
	Grids map[string][][]int // grid[y][x]
}

// Play plays games until the arena closes the connection. It calls choose for each move.
func Play(name, author string, choose func(g *Game) string) {
	in, game := bufio.NewReader(os.Stdin), &Game{}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var told map[string]json.RawMessage
		if err := json.Unmarshal(line, &told); err != nil {
			fmt.Fprintln(os.Stderr, "not understood:", err)
			return
		}
		switch {
		case told["agon"] != nil:
			game = newGame(line)
			hello, _ := json.Marshal(map[string]string{"name": name, "author": author})
			fmt.Println(string(hello))
		case told["over"] != nil:
		default:
			for field, value := range told {
				game.take(field, value)
			}
			fmt.Println(choose(game))
		}
	}
}

func newGame(hello []byte) *Game {
	g := &Game{Ints: map[string]int{}, Texts: map[string]string{}, Lists: map[string][]int{}, Words: map[string][]string{},
		Grids: map[string][][]int{}}
	json.Unmarshal(hello, g)
	return g
}

// take stores a field of a picture. After the first picture a grid is sent as its changed cells: x, y, value.
func (g *Game) take(field string, value json.RawMessage) {
	var number int
	var text string
	var list []int
	var words []string
	var rows [][]int
	switch {
	case json.Unmarshal(value, &number) == nil:
		g.Ints[field] = number
	case json.Unmarshal(value, &text) == nil:
		g.Texts[field] = text
	case json.Unmarshal(value, &list) == nil:
		g.Lists[field] = list
	case json.Unmarshal(value, &words) == nil:
		g.Words[field] = words
	case json.Unmarshal(value, &rows) != nil:
	case g.Grids[field] == nil:
		g.Grids[field] = rows
	default:
		for _, cell := range rows {
			g.Grids[field][cell[1]][cell[0]] = cell[2]
		}
	}
}
