package rps

import (
	"embed"

	"agon/game"
)

//go:embed README.md view.js starters
var files embed.FS

// Spec is the kind "rps".
var Spec = game.Spec[State, Move]{
	Name:    "rps",
	Title:   "BattleBots",
	Version: "2020.1",
	About:   "Rock, paper, scissors; where hands tie, the habits of the players decide.",
	Source:  "BattleBots 2020: its published rules, and as an option what its runner played",

	MinSeats: 2, MaxSeats: 2, UsualSeats: 2,

	Options: []game.Option{
		{Name: "rounds", Title: "Rounds", Default: 51, Min: 1, Max: maxRounds,
			About: "rounds in a game; the original runner played 11 unless told"},
		{Name: "rules", Title: "Rules", Default: "readme", Values: []string{"readme", "runner-2020"},
			About: "readme: as published; runner-2020: the separators of the history and the third law as the original runner had them"},
		{Name: "layout", Title: "Pictures", Default: "trimmed", Values: []string{"trimmed", "runner-2020"},
			About: "of p1.gif and p2.gif: trimmed: the canvas ends with the art; runner-2020: as wide and high as the original's, with " +
				"its white margin"},
		{Name: "lenient_case", Title: "Small letters count", Default: false,
			About: "take \"rock\" for \"ROCK\", as the original runner did against its own rules"},
		{Name: "turn_ms", Title: "Milliseconds for a hand", Default: 5000, Min: 1, Max: 3600000,
			About: "milliseconds for a hand, in which the program also starts; a later one forfeits the round"},
	},
	Deals: `the rounds that count as played already, in the contest's notation: rp2;sp1`,

	Rules: func(o game.Settings) (game.Rules[State, Move], error) {
		return &Rules{Rounds: o.Int("rounds"), Runner: runner(o), Before: o.Text("deal")}, nil
	},
	Wire: func(o game.Settings) game.Wire[State, Move] {
		return &wire{runner: runner(o), anyCase: o.Bool("lenient_case")}
	},
	Clock: func(o game.Settings) game.Clock {
		return game.Clock{Move: game.Millis(o.Int("turn_ms"))}
	},

	Moves:  []Move{{Hand: Rock}, {Hand: Paper}, {Hand: Scissors}},
	Round:  func(s *State) int { return int(s.Rounds) },
	View:   view,
	Draw:   drawGame,
	Layers: layers,
	Hash:   hash,
	Done:   done,
	Scale:  func(o game.Settings, _ int) (string, int) { return "rounds won", o.Int("rounds") },
	Range:  func(o game.Settings) (least, most float64) { return 0, float64(o.Int("rounds")) },

	OutputFiles: write,
	Art:         true,

	Simultaneous: true,
	Chance:       true,
	Format:       "knockout",

	Launch:   game.Launch{Form: game.Fresh, Together: true},
	Builtins: builtins,
	Quick:    "predictor",
	Files:    files,
}

func runner(o game.Settings) bool { return o.Text("rules") == "runner-2020" }
