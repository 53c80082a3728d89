package fence

import (
	"embed"
	"errors"
	"fmt"

	"agon/game"
)

//go:embed README.md host.py view.js starters bots
var files embed.FS

//go:embed host.py
var host string

// endless is the number of plies after which a game that ends only with a full board is aborted.
const endless = 1_000_000

// longestClock bounds the option clock_s, in seconds.
const longestClock = 1_000_000

// Spec is the kind "fence".
var Spec = game.Spec[State, Move]{
	Name:    "fence",
	Title:   "Fence and Conquer",
	Version: "2022.1",
	About:   "Two bots walk over a board and win the cells they come to and the rectangles they fence in.",
	Source:  "CNI Hackathon '22, AI challenge Fence and Conquer: the behaviour of its program, which differs from its page in places",

	MinSeats: 2, MaxSeats: 2, UsualSeats: 2,

	Options: []game.Option{
		{Name: "N", Title: "Side of the board", Default: 30, Min: 6, Max: maxN, About: "side of the board"},
		{Name: "clock_s", Title: "Seconds of a bot", Default: 10.0, Min: 0, Max: longestClock,
			About: "seconds that a bot has for all its moves of a game; 0: as long as it likes"},
		{Name: "flagfall", Title: "An empty clock loses", Default: "next_turn", Values: []string{"next_turn", "immediate"},
			About: "when an empty clock loses: next_turn, as in the original, before the bot would move again, so that the last ply is " +
				"free; immediate: when its call returns"},
		{Name: "end", Title: "End of a game", Default: "full_or_cap", Values: []string{"full_or_cap", "cap", "full"},
			About: fmt.Sprintf("what ends the game: a full board or max_plies; cap: max_plies only, as the original's program; full: a "+
				"full board only, and %d plies", endless)},
		{Name: "max_plies", Title: "Most plies", Default: 0, Min: 0, Max: endless,
			About: "plies of both bots together in a game; 0 is the original's 3*N*N+N, 2730 on its board"},
		{Name: "tie", Title: "Equal cells", Default: "clock_then_p2", Values: []string{"clock_then_p2", "draw"},
			About: "equal cells: more clock left wins and Player2 where that is equal too, as in the original; draw: nobody wins"},
		{Name: "invalid", Title: "Invalid answers", Default: "loss", Values: []string{"loss", "stay"},
			About: "an invalid answer: loss, as in the original; stay: the bot stands still"},
		{Name: "paint", Title: "Cells are coloured", Default: "next_turn", Values: []string{"next_turn", "on_move"},
			About: "when the cell a bot stepped on is coloured: next_turn, as in the original, when it is on turn again; on_move: at " +
				"once, as the contest's page can be read"},
		{Name: "interior", Title: "Inside a fence", Default: "own_or_empty", Values: []string{"own_or_empty", "empty"},
			About: "what may be inside a fence: own and empty cells, as in the original; empty: empty cells only, as the contest's page " +
				"says"},
		{Name: "max_side", Title: "Longest fence", Default: 6, Min: shortest + 1, Max: longestSide,
			About: "longest side of a fence in cells, border included"},
		{Name: "wrap_fence", Title: "Fences over the edge", Default: false, About: "fences may go over the edge of the board, as steps do"},
	},
	Deals: `JSON as {"start":[[4,18],[27,25]],"board":["000…","012…",…],"turn":0} with x, y of both players, the board as one text a column and the seat that begins; board and turn may be left out`,

	Rules: newRules,
	Wire: func(o game.Settings) game.Wire[State, Move] {
		return &wire{bank: bank(o), maxPlies: maxPlies(o)}
	},
	Clock: func(o game.Settings) game.Clock {
		return game.Clock{Bank: game.Millis(int(bank(o))) / 1000} // in microseconds
	},

	Moves: []Move{Right, Left, Down, Up, Stay},
	Round: func(s *State) int { return int(s.Ply) },
	Step:  "ply",
	View:  view,
	Draw:  drawGame,
	Marks: []string{"1", "2"},
	Hash:  hash,
	Done:  ending,
	Scale: scale,
	Range: func(o game.Settings) (least, most float64) { return 0, float64(o.Int("N") * o.Int("N")) },

	Timed:  true,
	Format: "round-robin",

	Launch: game.Launch{
		Form:    game.Hosted,
		Host:    host,
		Mark:    "player",
		Entries: []string{"Bot.py", "bot.py", "Player1.py", "Player2.py", "player.py"},
		PerGame: true,
	},
	Quick: "nearest",
	Builtins: []game.Builtin[State, Move]{
		{Name: "random", About: "a step in a random direction each turn, as the contest's film shows", New: newRandom},
		{Name: "nearest", About: "goes to the nearest empty cell, as the contest's example bots do",
			Params: []game.Option{{Name: "first", Default: "across", Values: []string{"across", "down"},
				About: "which way it prefers: across as the example Player1, down as the example Player2"}},
			New: newNearest},
		{Name: "planner", About: "plans fences that share their walls and walks the one that wins most for its steps",
			Params: []game.Option{{Name: "max_side", Default: 6, Min: shortest + 1, Max: longestSide,
				About: "longest side of the fences it plans, for games in which that is an option too"}},
			New: newPlanner},
	},
	Files: files,
}

func newRules(o game.Settings) (game.Rules[State, Move], error) {
	r := &Rules{
		N:            o.Int("N"),
		MaxPlies:     maxPlies(o),
		EndsFull:     o.Text("end") != "cap",
		Bank:         bank(o),
		PaintOnMove:  o.Text("paint") == "on_move",
		EmptyOnly:    o.Text("interior") == "empty",
		MaxSide:      o.Int("max_side"),
		Wrap:         o.Bool("wrap_fence"),
		Immediate:    o.Text("flagfall") == "immediate",
		Draws:        o.Text("tie") == "draw",
		InvalidStays: o.Text("invalid") == "stay",
	}
	if o.Float("clock_s") > 0 && r.Bank == 0 {
		return nil, errors.New("option clock_s must be 0 for no limit, or at least a microsecond")
	}
	if text := o.Text("deal"); text != "" {
		start, err := parseDeal(text, r.N)
		if err != nil {
			return nil, err
		}
		r.Start = start
	}
	return r, nil
}

// maxPlies returns the number of plies after which a game ends whatever the board looks like.
func maxPlies(o game.Settings) int {
	n := o.Int("N")
	if o.Text("end") == "full" {
		return endless
	}
	if plies := o.Int("max_plies"); plies > 0 {
		return plies
	}
	return 3*n*n + n
}

// scale returns cells as the unit of scores, and the number of plies of a game, unless only a full board ends it.
func scale(o game.Settings, _ int) (unit string, rounds int) {
	if o.Text("end") == "full" {
		return "cells", 0
	}
	return "cells", maxPlies(o)
}

// bank returns the initial time of each clock.
func bank(o game.Settings) game.Micros { return game.Micros(float64(o.Float("clock_s")*1e6) + 0.5) }

func hash(h *game.Hash, s *State) {
	n := int(s.N)
	for x := range n {
		h.Uint64(s.Land[0].Columns[x])
		h.Uint64(s.Land[1].Columns[x])
	}
	for seat := range 2 {
		h.Int(int(s.X[seat])*n + int(s.Y[seat]))
		h.Uint64(uint64(s.Clock[seat]))
	}
	h.Int(int(s.Turn) | int(s.Law)<<8 | int(uint8(s.Fallen))<<16)
	h.Int(int(s.Ply))
}
