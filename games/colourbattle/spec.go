package colourbattle

import (
	"embed"
	"encoding/json"
	"fmt"

	"agon/game"
)

//go:embed README.md host.py view.js starters
var files embed.FS

//go:embed host.py
var host string

// Spec is the kind "colour-battle".
var Spec = game.Spec[State, Move]{
	Name:    "colour-battle",
	Title:   "Colour Battle",
	Version: "2023.1",
	About:   "Paint a square canvas; the largest area at the end wins.",
	Source:  "Nobleo coding challenge 2023: the behaviour of its program, which differs from its readme in places",

	MinSeats: 1, MaxSeats: game.MaxSeats, UsualSeats: 8,

	Options: []game.Option{
		{Name: "rounds", Title: "Rounds", Default: 1000, Min: 1, Max: 1000000, About: "rounds in a game"},
		{Name: "cells_per_bot", Title: "Tiles for each bot", Default: 64, Min: 1, Max: maxSide * maxSide,
			About: "tiles of the canvas for each bot; its side is the root of tiles times bots, rounded up"},
		{Name: "mode", Title: "Mistakes", Default: "strict", Values: []string{"strict", "lenient"},
			About: "strict: a crash or a bad answer stands still; lenient: it ends the game, as in the original's viewer and time trials"},
		{Name: "shuffle_listing", Title: "Shuffle the list of bots", Default: false,
			About: "tell bots of each other in an order drawn for each game, so that a place in the list gives nobody away"},
	},
	Deals: `JSON as {"ids":[2,1],"start":[[0,0],[5,5]],"grid":[[0,…],…]} in line-up order, rows from y = 0; the grid may be left out`,

	Rules: func(o game.Settings) (game.Rules[State, Move], error) {
		r := &Rules{
			Rounds:         o.Int("rounds"),
			CellsPerBot:    o.Int("cells_per_bot"),
			Lenient:        o.Text("mode") == "lenient",
			ShuffleListing: o.Bool("shuffle_listing"),
		}
		if text := o.Text("deal"); text != "" {
			r.Start = &Deal{}
			if err := json.Unmarshal([]byte(text), r.Start); err != nil {
				return nil, fmt.Errorf("option deal: %w", err)
			}
		}
		return r, nil
	},
	Wire: func(o game.Settings) game.Wire[State, Move] {
		return &wire{rounds: o.Int("rounds"), lenient: o.Text("mode") == "lenient"}
	},

	Moves:  []Move{Up, Down, Left, Right, Stay},
	Round:  func(s *State) int { return int(s.Round) },
	View:   view,
	Draw:   drawGame,
	Layers: layers,
	Hash:   hash,
	Done: func(s *State, name func(game.Seat) string) string {
		if s.Aborted {
			return fmt.Sprintf("lenient mode: the game ends because %s gave no move that can be played", name(game.Seat(s.Culprit)))
		}
		return ""
	},
	Scale: func(o game.Settings, _ int) (string, int) { return "%", o.Int("rounds") },
	Range: func(game.Settings) (least, most float64) { return 0, 100 },

	Simultaneous: true,
	Format:       "arena",
	KeepOrder:    true,
	Mirrors:      mirrors,

	Launch: game.Launch{Form: game.Hosted, Host: host, Mark: "determine_next_move", Libraries: []string{"numpy"},
		Entries: []string{"bot_list.py"}},
	Quick: "steve",
	Builtins: []game.Builtin[State, Move]{
		{Name: "rambo", About: "walks to a random side each round, as Rambo the Rando does", New: newRambo},
		{Name: "steve", About: "looks at its four neighbours and takes one that it can paint, as Short Sighted Steve does", New: newSteve},
		{Name: "painter", About: "plans a short walk over the tiles worth most, away from the others", Params: painterOptions,
			New: newPainter},
	},
	Files: files,
}

// view draws a state, of which nothing is hidden; a seat also gets its own number.
func view(f *game.Frame, s *State, viewer game.Seat) {
	n, side := int(s.Bots), int(s.Side)
	if viewer != game.Audience {
		f.Int("me", int(viewer))
	}
	game.Cells(f, "grid", side, s.Grid[:side*side])
	f.Ints("ids", n, func(i int) int { return int(s.ID[i]) })
	f.Ints("x", n, func(i int) int { return int(s.X[i]) })
	f.Ints("y", n, func(i int) int { return int(s.Y[i]) })
	f.Ints("tiles", n, func(i int) int { return int(s.Tiles[s.ID[i]]) })
	f.Int("white", int(s.Tiles[0]))
}

func hash(h *game.Hash, s *State) {
	n := int(s.Bots)
	h.Int16s(s.Grid[:int(s.Side)*int(s.Side)])
	h.Int16s(s.X[:n])
	h.Int16s(s.Y[:n])
	h.Int16s(s.ID[:n])
	h.Int(int(s.Round))
}
