package gamecheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	gamefolder "agon/games/folder"
	"agon/games/folder/gamecheck"
)

const rules = `
class Toss:
    total = 0

    def deal(self, seats, dice):
        return {"left": 4, "points": [0, 0], "grid": [[0, 0]]}

    def turn(self, state):
        return [0, 1] if state["left"] else None

    def moves(self, state, seat):
        return ["head", "tail"]

    def step(self, state, moves, dice):
        state["left"] -= 1
        state["points"][dice.below(2)] += int(moves[0] == "head") + int(moves[1] == "head")

    def outcome(self, state):
        return state["points"]

    def observe(self, state, seat):
        return {"points": state["points"], "grid": state["grid"]}

    def view(self, state, eye):
        return {"grid": state["grid"], "status": "%d left" % state["left"]}
`

// sight is what these rules show.
const sight = `        return {"points": state["points"], "grid": state["grid"]}

    def view(self, state, eye):
        return {"grid": state["grid"], "status": "%d left" % state["left"]}
`

// hiding shows seat 1 no points, and draws a status.
func hiding(status string) string {
	return `        return {"points": [0] if seat == 1 else state["points"], "grid": state["grid"]}

    def round(self, state):
        return 4 - state["left"]

    def view(self, state, eye):
        return {"grid": state["grid"], "status": ` + status + `}
`
}

// Each mistake is found, by the check that looks for it, and the rules without one pass.
func TestMistakesAreFound(t *testing.T) {
	t.Parallel()
	box, err := sandbox.Open(sandbox.None)
	if err != nil {
		t.Fatal(err)
	}
	host := gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }}
	for _, tt := range []struct {
		name, toml, old, new string
		check, want          string // empty: it passes
	}{
		{name: "none"},
		{name: "a game that is over", old: `"left": 4`, new: `"left": 0`, check: "deals", want: "a new game of 2 seats is over at once"},
		{name: "a raise in a rare state", old: `return {"points": state["points"],`,
			new: `return {"points": 1 // (state["points"][0] != 5) and state["points"],`, check: "plays", want: "ZeroDivisionError"},
		{name: "a memory", old: `state["left"] -= 1`, new: `Toss.total += 1; state["left"] -= 1; state["points"][0] += Toss.total % 3`,
			check: "again", want: "is another game"},
		{name: "a file of its own", old: `state["left"] -= 1`, new: `import os; state["left"] -= 1; state["points"][0] += os.getpid()`,
			check: "again", want: "in a fresh process"},
		{name: "fields that differ", old: `return {"points": state["points"],`, new: `return {"points": state["points"][:seat],`,
			check: "shows", want: "seats do not see the same"},
		{name: "nothing that is hidden", toml: "hidden = true\n", check: "shows", want: "every seat sees what the audience sees"},
		{name: "a picture of what is seen", toml: "hidden = true\n", old: sight, new: hiding(`"%d turns" % self.round(state)`)},
		{name: "a picture of what is hidden", toml: "hidden = true\n", old: sight, new: hiding(`"%d points" % state["points"][0]`),
			check: "shows", want: "view(state, 1) tells seat 1 more than observe(state, 1) does"},
		{name: "a picture of a wrong seat", old: `{"grid": state["grid"], "status"`, new: `{"grid": [[7, 0]], "status"`, check: "shows",
			want: "cell 0 of row 0: 7 is no seat"},
		{name: "a picture with a wrong key", old: `"status": "%d left"`, new: `"state": "%d left"`, check: "shows",
			want: `unknown field "state"`},
		{name: "a field that is none", old: `"points": state["points"],`, new: `"points": {1: 2},`, check: "deals",
			want: "the field 'points' is {1: 2}"},
		{name: "faults that are not borne", old: `state["left"] -= 1`, new: `state["left"] -= 1; moves[0] + moves[1]`, toml: "", check: "",
			want: ""},
		{name: "nothing for a fault", old: `    def view(`,
			new: "    def absent(self, state, seat, why):\n        return None\n\n    def view(", check: "", want: ""},
		{name: "a fault that raises", old: `    def view(`,
			new: "    def absent(self, state, seat, why):\n        raise KeyError(why)\n\n    def view(", check: "nonsense",
			want: "KeyError"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(rules, tt.old) {
				t.Fatalf("the rules have no %q", tt.old)
			}
			dir := t.TempDir()
			for name, text := range map[string]string{
				"game.toml": "name = \"toss\"\nversion = \"1\"\nseats = \"2\"\nsimultaneous = true\n" + tt.toml,
				"rules.py":  strings.Replace(rules, tt.old, tt.new, 1),
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f, err := gamefolder.Open(dir, host)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			settings, err := f.Kind.Settings(nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := gamecheck.Check(t.Context(), f, settings, gamecheck.Options{
				Games: 30, Bias: 20, Skill: 2, Another: func() (*gamefolder.Folder, error) { return gamefolder.Open(dir, host) },
			})
			if err != nil {
				t.Fatal(err)
			}
			last := found[len(found)-1]
			if tt.check == "" {
				if last.Fail {
					t.Errorf("%s: %s", last.Name, last.Text)
				}
				return
			}
			if !last.Fail || last.Name != tt.check || !strings.Contains(last.Text, tt.want) {
				t.Errorf("%s fails %v: %s; want %s: %s", last.Name, last.Fail, last.Text, tt.check, tt.want)
			}
		})
	}
}
