package gamefolder_test

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder"
)

const battlesnake = "../../examples/battlesnake"

// snakes deals a game of snakes that begin in the corners, the first ones in the lower left and the upper left one, each with a food beside
// it; no other food falls.
func snakes(t *testing.T, f *gamefolder.Folder, seats int) *game.Table {
	t.Helper()
	s, err := f.Kind.Settings(map[string]any{"draws": "3 2 1 3 2 1 0 0 0 0 0", "minimum_food": 0, "food_spawn_chance": 0})
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err == nil {
		err = table.Deal(1, seats)
	}
	if err != nil {
		t.Fatal(err)
	}
	return table
}

var letters = map[rune]string{'u': "up", 'd': "down", 'l': "left", 'r': "right"}

// The laws of Battlesnake, by what is left after some moves. The source is the ruleset "standard" of the original, which has played the
// same positions to the same ends.
func TestLawsOfBattlesnake(t *testing.T) {
	t.Parallel()
	f, err := gamefolder.Open(battlesnake, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, tt := range []struct {
		name  string
		moves []string // by seat; - is a fault
		ends  []string // by seat: the note beside it, and the turn in which it was over
		says  string
	}{
		{"the edge", []string{"ll", "rr"}, []string{"wall-collision", "health 98, length 3"}, "{1} is the last snake, after 2 turns."},
		{"equal heads", []string{"uuuu", "dddd"}, []string{"head-collision", "head-collision"}, "No snake is left after 4 turns."},
		{"food, and the head of a shorter one", []string{"uluur", "ddddd"}, []string{"health 97, length 4", "head-collision"},
			"{0} is the last snake, after 5 turns."},
		{"a body", []string{"uuuuuu", "rddddl"}, []string{"health 94, length 3", "snake-collision"},
			"{0} is the last snake, after 6 turns."},
		{"the own neck", []string{"ud", "rr"}, []string{"snake-self-collision", "health 98, length 3"},
			"{1} is the last snake, after 2 turns."},
		{"no answer goes up first, and then on", []string{"-r---------", "rrrrrrrrrul"}, []string{"wall-collision", "health 89, length 3"},
			"{1} is the last snake, after 11 turns."},
		{"hunger", []string{strings.Repeat("rdlu", 25), strings.Repeat("rdlu", 24) + "rdr"}, []string{"out-of-health", "out-of-health"},
			"No snake is left after 100 turns."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := snakes(t, f, 2)
			for nth := 0; !table.Over(); nth++ {
				for seat, moves := range tt.moves {
					m := 'u'
					if nth < len(moves) {
						m = rune(moves[nth])
					}
					var r game.Reply
					if m == '-' {
						r.Fault = game.Late
						table.Take(game.Seat(seat), &r)
						continue
					}
					table.Play(game.Seat(seat), letters[m], &r)
				}
				table.Step()
			}
			var frame game.Frame
			table.View(&frame, game.Audience)
			var drawn struct{ Notes []string }
			if err := json.Unmarshal([]byte(frame.Sketched()), &drawn); err != nil || !slices.Equal(drawn.Notes, tt.ends) {
				t.Errorf("%q, want %q; %v", drawn.Notes, tt.ends, err)
			}
			if got := table.Ending(func(s game.Seat) string { return fmt.Sprintf("{%d}", s) }); tt.says != "" && got != tt.says {
				t.Errorf("%q, want %q", got, tt.says)
			}
		})
	}
}

// What servers are sent is the API of Battlesnake, version 1.
func TestRequestsOfBattlesnake(t *testing.T) {
	t.Parallel()
	f, err := gamefolder.Open(battlesnake, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table := snakes(t, f, 2)
	table.Cast([]game.Participant{{Name: `Ann "A"`}, {Name: "Ben"}})
	for _, moves := range [][]string{{"up", "right"}, {"left", "right"}, {"up", "right"}} {
		for seat, m := range moves {
			table.Play(game.Seat(seat), m, &game.Reply{})
		}
		table.Step()
	}
	got := table.Request(0, game.RequestFacts{Game: "G", Allowed: 500e6, Took: 7e6})
	snake := func(id int, name, latency, health, body, head, length, colour string) string {
		return fmt.Sprintf(`{"id":"G-%d","name":%q,"latency":"%s","health":%s,"body":%s,"head":%s,"length":%s,"shout":"","squad":"",`+
			`"customizations":{"color":"%s","head":"default","tail":"default"}}`, id, name, latency, health, body, head, length, colour)
	}
	own := strings.ReplaceAll(snake(0, "Ann @A@", "7", "99", `[{"x":0,"y":3},{"x":0,"y":2},{"x":1,"y":2},{"x":1,"y":1}]`, `{"x":0,"y":3}`,
		"4", "#1f77b4"), "@", `\u0022`)
	other := snake(1, "Ben", "0", "97", `[{"x":4,"y":9},{"x":3,"y":9},{"x":2,"y":9}]`, `{"x":4,"y":9}`, "3", "#ff7f0e")
	want := `{"game":{"id":"G","ruleset":{"name":"standard","version":"v1.2.3","settings":{"foodSpawnChance":0,"minimumFood":0,"hazardDamagePerTurn":14,"hazardMap":"","hazardMapAuthor":"",` +
		`"royale":{"shrinkEveryNTurns":25},"squad":{"allowBodyCollisions":false,"sharedElimination":false,"sharedHealth":false,"sharedLength":false}}},` +
		`"map":"standard","timeout":500,"source":"custom"},"turn":3,"board":{"height":11,"width":11,"snakes":[` + own + "," + other +
		`],"food":[{"x":0,"y":8},{"x":5,"y":5}],"hazards":[]},"you":` + own + "}"
	if got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}

// A recordedGame is one that the command of the original's repository has played: moves by seat, a dash for an answer that is no move, and
// the board of each turn as [boardLine] writes it. Its own generator of random numbers cannot be asked again, so draws are the dice that
// have the same things fall: they are found from the board of a turn and the next one, and none decides what follows from moves.
type recordedGame struct {
	Options map[string]any
	Draws   string
	Moves   []string
	Turns   []string
}

// Every ruleset and every map plays the games of the original, turn by turn.
func TestRecordedGamesOfBattlesnake(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/battlesnake.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var games []recordedGame
	if err := json.NewDecoder(text).Decode(&games); err != nil {
		t.Fatal(err)
	}
	f, err := gamefolder.Open(battlesnake, here(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	played := map[string]bool{}
	for nth, g := range games {
		ruleset, board := g.Options["ruleset"].(string), g.Options["map"].(string)
		played["ruleset "+ruleset], played["map "+board] = true, true
		t.Run(fmt.Sprint(nth, " ", ruleset, " ", board), func(t *testing.T) { g.replay(t, f) })
	}
	for _, o := range f.Kind.Options {
		for _, value := range o.Values {
			if !played[o.Name+" "+value] {
				t.Errorf("no game is recorded with the %s %s", o.Name, value)
			}
		}
	}
}

func (g *recordedGame) replay(t *testing.T, f *gamefolder.Folder) {
	for name, value := range g.Options {
		if n, ok := value.(float64); ok {
			g.Options[name] = int(n)
		}
	}
	g.Options["draws"] = g.Draws
	s, err := f.Kind.Settings(g.Options)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err == nil {
		err = table.Deal(1, len(g.Moves))
	}
	if err != nil {
		t.Fatal(err)
	}
	for turn, want := range g.Turns {
		if got := boardLine(t, table); got != want {
			t.Fatalf("turn %d:\n%s, want\n%s", turn, got, want)
		}
		if over := turn == len(g.Turns)-1; table.Over() != over {
			t.Fatalf("turn %d: over is %v; %v", turn, table.Over(), table.Failed())
		}
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			var r game.Reply
			if m := rune(g.Moves[seat][turn]); m != '-' {
				table.Play(seat, letters[m], &r)
				continue
			}
			r.Fault = game.Garbled
			table.Take(seat, &r)
		}
		table.Step()
	}
}

type tile struct{ X, Y int }

// boardLine writes the board that servers are sent: of each seat health and body or what ended it, then food and hazards.
func boardLine(t *testing.T, table *game.Table) string {
	var frame game.Frame
	table.View(&frame, game.Audience)
	var drawn struct{ Notes []string }
	var sent struct {
		Board struct {
			Snakes []struct {
				ID     string
				Health int
				Body   []tile
			}
			Food, Hazards []tile
		}
	}
	if err := json.Unmarshal([]byte(frame.Sketched()), &drawn); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(table.Request(0, game.RequestFacts{Game: "G"})), &sent); err != nil {
		t.Fatal(err)
	}
	for _, s := range sent.Board.Snakes {
		var seat int
		fmt.Sscanf(s.ID, "G-%d", &seat)
		drawn.Notes[seat] = fmt.Sprintf("%d:%s", s.Health, tiles(s.Body))
	}
	for _, list := range [][]tile{sent.Board.Food, sent.Board.Hazards} {
		slices.SortFunc(list, func(a, b tile) int { return cmp.Or(a.X-b.X, a.Y-b.Y) })
		drawn.Notes = append(drawn.Notes, cmp.Or(tiles(list), "-"))
	}
	return strings.Join(drawn.Notes, " ")
}

func tiles(list []tile) (text string) {
	for _, p := range list {
		text += fmt.Sprintf("%02d%02d", p.X, p.Y)
	}
	return text
}
