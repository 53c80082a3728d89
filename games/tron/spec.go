package tron

import (
	"embed"

	"agon/game"
)

//go:embed README.md view.js starters bots
var files embed.FS

// Spec is the kind "tron".
var Spec = game.Spec[State, Move]{
	Name:    "tron",
	Title:   "Tron",
	Version: "2016.1",
	About:   "Light cycles leave trails; a crash is death, and the last one alive wins.",
	Source:  "CodinGame Tron Battle: its statement and stubs, and where they are silent what six independent referees agree on",

	MinSeats: 2, MaxSeats: maxSeats, UsualSeats: 4,

	Options: []game.Option{
		{Name: "width", Title: "Width", Default: 30, Min: 2, Max: maxSide, About: "tiles in a row"},
		{Name: "height", Title: "Height", Default: 20, Min: 2, Max: maxSide, About: "rows of the board"},
		{Name: "first_ms", Title: "Milliseconds for the first move", Default: 1000, Min: 1, Max: 3600000,
			About: "milliseconds for the first answer of a game, in which a program also starts"},
		{Name: "turn_ms", Title: "Milliseconds for a move", Default: 100, Min: 1, Max: 3600000,
			About: "milliseconds for every other answer; a later one is death"},
		{Name: "strict_output", Title: "Exact answers only", Default: false,
			About: "take an answer only when its line is exactly UP, DOWN, LEFT or RIGHT; else the first word of the line counts, in any " +
				"case"},
		{Name: "fair_start", Title: "Fair starts", Default: false,
			About: "draw starts again until the shares of the board that the seats would reach first differ by no more than fair_percent"},
		{Name: "fair_percent", Title: "Unfairness of a start", Default: 1.0, Min: 0, Max: 100,
			About: "for fair_start: by how many percent of the board the shares may differ"},
	},
	Deals: `JSON as [[22,19],[28,5]], the start tile x,y of each seat`,

	Rules: func(o game.Settings) (game.Rules[State, Move], error) {
		r := &Rules{Width: o.Int("width"), Height: o.Int("height"), Fair: o.Bool("fair_start"), FairPercent: o.Float("fair_percent")}
		if text := o.Text("deal"); text != "" {
			starts, err := parseDeal(text)
			if err != nil {
				return nil, err
			}
			r.Start = starts
		}
		return r, nil
	},
	Wire: func(o game.Settings) game.Wire[State, Move] { return &wire{strict: o.Bool("strict_output")} },
	Clock: func(o game.Settings) game.Clock {
		return game.Clock{First: game.Millis(o.Int("first_ms")), Move: game.Millis(o.Int("turn_ms"))}
	},

	Moves:  []Move{Up, Down, Left, Right},
	Round:  func(s *State) int { return int(s.Round) },
	View:   view,
	Draw:   drawGame,
	Marks:  []string{"0", "1", "2", "3"},
	Layers: layers,
	Notes:  notes,
	Hash:   hash,
	Done:   done,
	Scale:  func(game.Settings, int) (string, int) { return "outlived", 0 },
	Range:  func(game.Settings) (least, most float64) { return 0, maxSeats - 1 },

	Format: "round-robin",

	Launch: game.Launch{Form: game.Lines, PerGame: true},
	Quick:  "filler",
	Builtins: []game.Builtin[State, Move]{
		{Name: "random", About: "steps to a free neighbour by lot", New: newRandom},
		{Name: "hugger", About: "rides along walls and trails, and looks one step further", New: newHugger},
		{Name: "filler", About: "keeps the largest space that it can reach and fills it from its edge", New: newFiller},
		{Name: "voronoi", About: "the bot of the article: the step after which it is nearest to most tiles", Params: voronoiParams,
			New: newVoronoi},
		{Name: "champion", About: "searches ahead: alpha-beta, deaths that free trails, chambers, and the longest way through its own " +
			"space", Params: championParams, New: newChampion},
	},
	Files: files,
}
