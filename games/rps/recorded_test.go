package rps

import (
	"fmt"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// A recording is a game of the original program; see testdata/README.md.
type recording struct {
	Name   string
	Script []int `json:"random_script"`
	Rounds []struct {
		P1, P2  string
		History string `json:"history_before"`
		Winner  int
		Stage   string
		Readme  *int `json:"readme_winner"`
	}
	Final   string `json:"final_history"`
	Overall int
	Winner  int `json:"game_winner"`
}

func load(t *testing.T) []recording {
	t.Helper()
	return gametest.Recorded[struct{ Games []recording }](t, "testdata/recorded.json.gz").Games
}

// TestRecordedGames plays the original's games through a Table, as the arena does, under both rules.
func TestRecordedGames(t *testing.T) {
	kind := game.New(Spec)
	for _, g := range load(t) {
		t.Run(g.Name+"/runner-2020", func(t *testing.T) { playRunner(t, kind, g) })
		t.Run(g.Name+"/readme", func(t *testing.T) { playReadme(t, kind, g) })
	}
}

// playRunner compares every byte and every winner with the original's, given its draws.
func playRunner(t *testing.T, kind *game.Kind, g recording) {
	table := tableFor(t, kind, len(g.Rounds), "runner-2020", g.Script)
	var f game.Frame
	for i, r := range g.Rounds {
		if got := asked(table, 0); got != r.History {
			t.Fatalf("round %d: the history is %q, the original's %q", i+1, got, r.History)
		}
		playRound(table, r.P1, r.P2)
		table.View(&f, game.Audience)
		law := strings.TrimSuffix(r.Stage, "-quirk")
		if got := f.List("winners")[i]; got != r.Winner || f.Word("law") != law {
			t.Fatalf("round %d: won by %d, %s; in the original by %d, %s", i+1, got, f.Word("law"), r.Winner, law)
		}
	}
	if got := asked(table, 1); got != g.Final {
		t.Errorf("the history ends as %q, the original's as %q", got, g.Final)
	}
	one, two := table.Outcome(0), table.Outcome(1)
	if got := int(two.Score - one.Score); got != g.Overall {
		t.Errorf("the score is %d, the original's %d", got, g.Overall)
	}
	places := [][2]int{{1, 1}, {1, 2}, {2, 1}}[g.Winner]
	if one.Place != places[0] || two.Place != places[1] {
		t.Errorf("places %d and %d, the original's winner is %d", one.Place, two.Place, g.Winner)
	}
}

// playReadme compares the published rules and the published history for the same hands. Where they draw at random, so did the original, and
// its draw is taken.
func playReadme(t *testing.T, kind *game.Kind, g recording) {
	var lots []int
	for _, r := range g.Rounds {
		if r.Stage == "random" {
			lots = append(lots, r.Winner)
		}
	}
	table := tableFor(t, kind, len(g.Rounds), "readme", lots)
	var f game.Frame
	var history []string
	for i, r := range g.Rounds {
		if got, want := asked(table, 0), strings.Join(history, ";"); got != want {
			t.Fatalf("round %d: the history is %q, %q expected", i+1, got, want)
		}
		want := r.Winner
		if r.Readme != nil {
			want = *r.Readme
		}
		playRound(table, r.P1, r.P2)
		table.View(&f, game.Audience)
		law := strings.Replace(r.Stage, "random-quirk", "beating-hand", 1)
		if got := f.List("winners")[i]; got != want || f.Word("law") != law {
			t.Fatalf("round %d: won by %d, %s; by the readme by %d, %s", i+1, got, f.Word("law"), want, law)
		}
		history = append(history, strings.ToLower(fmt.Sprint(r.P1, r.P2, want)))
	}
	if !table.Over() {
		t.Error("the game goes on after its last round")
	}
}

func tableFor(t testing.TB, kind *game.Kind, rounds int, rules string, draws []int) *game.Table {
	t.Helper()
	table := gametest.Dealt(t, kind, map[string]any{"rounds": rounds, "rules": rules, "draws": strings.Trim(fmt.Sprint(draws), "[]")}, 1, 2)
	return table
}

// asked returns the argument that a seat is given now.
func asked(table *game.Table, seat game.Seat) string {
	var p game.Prompt
	table.Ask(&p, seat)
	return p.Args[0]
}

func playRound(table *game.Table, hands ...string) {
	for seat, hand := range hands {
		reply := game.Reply{Fault: game.Late}
		if at := strings.Index("RPS", hand); at >= 0 {
			reply = game.Reply{Out: fmt.Appendf(nil, `{"move": %q}`, names[Rock+Hand(at)])}
		}
		table.Take(game.Seat(seat), &reply)
	}
	table.Step()
}
