package bomberman

import (
	"embed"

	"agon/game"
)

//go:embed README.md view.js starters
var files embed.FS

var reading = []string{"engine", "readme"}

// Spec is the kind "bomberman".
var Spec = game.Spec[State, Move]{
	Name:    "bomberman",
	Title:   "Bomberman",
	Version: "1.2.6-2", // 2: seeds beyond 32 bits use a hash for their maps
	About:   "Plant bombs, break walls, live longer than the others.",
	Source:  "Entelect Challenge 2016: the behaviour of its engine in release 1.2.6, which differs from its readme in places",

	MinSeats: 2, MaxSeats: maxSeats, UsualSeats: 4,

	Options: []game.Option{
		{Name: "rounds", Title: "Rounds", Default: "engine", Values: reading,
			About: "engine: rounds 0 to width*height are played; readme: one fewer"},
		{Name: "powerups", Title: "Power-ups", Default: "engine", Values: reading,
			About: "engine: as many in each quarter, and fairly by distance for four players; readme: two bags and four radii for every " +
				"player"},
		{Name: "safe_zone", Title: "Safe zone", Default: "engine", Values: reading,
			About: "engine: no wall on the eight cells around a start; readme: nor two cells away in its row and column"},
		{Name: "strikes", Title: "Rounds without a move", Default: "engine", Values: reading,
			About: "engine: the 20th do-nothing in a row becomes a bomb; readme: the 21st"},
		{Name: "ties", Title: "Equal points", Default: "engine", Values: reading,
			About: "of the dead with equal points, engine: the earlier death ranks higher; readme: the later"},
		{Name: "forfeit", Title: "Power-up of the dead", Default: "engine", Values: reading,
			About: "engine: a super power-up picked up while dying still pays; readme: the round of death pays nothing"},
		{Name: "bounty", Title: "Points for a life", Default: 0, Min: 0, Max: 1000000,
			About: "points for a player's life; 0: a hundred and the worth of all walls, shared among the players"},
		{Name: "map_seed", Title: "Seed of the map", Default: "shown", Values: []string{"shown", "hidden"},
			About: "shown: as in the original MapSeed tells every bot the seed, from which it can compute what walls hide; hidden: bots " +
				"and consoles are told 0"},
		{Name: "line_ends", Title: "Ends of lines", Default: "lf", Values: []string{"lf", "crlf"},
			About: "of map.txt: lf as under mono, crlf as in the contest on Windows"},
	},
	Deals: `rows of map.txt separated by '/', then after ';' the hidden power-ups, as "#####/#A+ #/# +B#/#####;3,2,& 3,3,!"`,

	Rules: func(o game.Settings) (game.Rules[State, Move], error) { return newRules(o) },
	Wire: func(o game.Settings) game.Wire[State, Move] {
		rules, _ := newRules(o) // of options that Rules has taken before
		w := newWire(rules, "\n")
		if o.Text("line_ends") == "crlf" {
			w.eol = "\r\n"
		}
		w.veiled = hidesSeed(o)
		return w
	},
	Clock: func(game.Settings) game.Clock {
		return game.Clock{Move: game.Millis(2000), Kill: game.Millis(4000), Calibrate: true}
	},

	Moves:  []Move{Up, Left, Right, Down, Plant, Trigger, Nothing, Wait},
	Round:  func(s *State) int { return int(s.Round) },
	View:   view,
	Draw:   drawGame,
	Marks:  []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"},
	Layers: layers,
	Hash:   hash,
	Done:   done,
	Scale:  func(_ game.Settings, seats int) (string, int) { return "points", Side(seats)*Side(seats) + 1 },

	Keyboard: game.Keyboard{Keys: people, Silence: Wait.String()},

	OutputFiles: write,
	Says:        true,
	Recall:      recall,

	Simultaneous: true,
	Chance:       true,
	Hidden:       true,
	Format:       "round-robin",

	Launch: game.Launch{
		Form:     game.Fresh,
		Entries:  []string{"bot.json"},
		Home:     true,
		Together: true,
		Replies:  []string{moveFile},
	},
	Builtins: []game.Builtin[State, Move]{
		{Name: "reference", About: "steps out of blasts, bombs what is beside it and walks to the nearest power-up, wall or rival, as " +
			"the contest's reference bot", New: newReference},
		{Name: "random", About: "any command by lot", New: newRandom},
		{Name: "hunter", About: "computes every blast ahead and always keeps a way out; breaks walls for power-ups, chains, and corners " +
			"its rivals", New: newHunter},
	},
	Weakest: "random",
	Files:   files,
}

func newRules(o game.Settings) (*Rules, error) {
	readme := func(name string) bool { return o.Text(name) == "readme" }
	r := &Rules{
		Readings: Readings{
			Rounds: readme("rounds"), PowerUps: readme("powerups"), SafeZone: readme("safe_zone"),
			Strikes: readme("strikes"), Ties: readme("ties"), Forfeit: readme("forfeit"),
		},
		Bounty: int32(o.Int("bounty")),
	}
	if text := o.Text("deal"); text != "" {
		start, err := ParseStart(text)
		if err != nil {
			return nil, err
		}
		r.Start = start
	}
	return r, nil
}

// done describes the end of the game.
func done(s *State, _ func(game.Seat) string) string {
	switch s.alive() {
	case 0:
		return "nobody is left; the points decide"
	case 1:
		return "one player is left"
	}
	return "the rounds are played; the points decide"
}

// hidesSeed reports whether the seed is hidden while the game runs.
func hidesSeed(o game.Settings) bool { return o.Text("map_seed") == "hidden" }
