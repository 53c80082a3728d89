package gamefolder_test

import (
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder"
)

// called opens a game whose bots may be functions, and deals.
func called(t *testing.T, toml, rules string) *game.Table {
	t.Helper()
	f := open(t, toml+"[call]\n", rules)
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		t.Fatal(err)
	}
	return table
}

// A function is called with what the seat sees and the options, or with what the rules say, and its result is a move as the rules say.
func TestFunctions(t *testing.T) {
	t.Parallel()
	const own = counting + `
    def arguments(self, state, seat):
        return [[state["player"], {"seat": seat}], "second"]

    def answer(self, state, seat, returned):
        return returned[0] if isinstance(returned, list) else None
`
	for _, tt := range []struct {
		rules, sent string
		answers     map[string]string // by what is returned: the move, or a part of why it is none
	}{
		{counting, `[{"round":0,"seats":2,"me":0,"sum":`, map[string]string{`2`: "2", `"3"`: "3", `[1]`: "[1] cannot be played here",
			`""`: `it returned "": a move has 1 to 65536 bytes`, "no move: None": "it returned None, which is no move"}},
		{own, `[[0,{"seat":0}],"second"]`, map[string]string{`["2"]`: "2", `3`: "3", `{}`: "{} cannot be played here"}},
	} {
		for text, want := range tt.answers {
			table := called(t, toml, tt.rules)
			var p game.Prompt
			if table.Host(&p, 0, true); string(p.Stdin) != "{}" {
				t.Errorf("the opening is %s", p.Stdin)
			}
			p.Reset()
			if table.Host(&p, 0, false); !strings.HasPrefix(string(p.Stdin), tt.sent) {
				t.Errorf("a function is called with %s, want %s", p.Stdin, tt.sent)
			}
			r := game.Reply{Out: []byte(text), Hosted: true}
			why := table.Take(0, &r)
			if got := table.LastMove(0); why == game.NoFault && got != want || why != game.NoFault && !strings.Contains(r.Note, want) {
				t.Errorf("%s is %q, %v: %s, want %s", text, got, why, r.Note, want)
			}
			if err := table.Failed(); err != nil {
				t.Error(err)
			}
		}
	}
}

// What rules do wrong there ends the game, and no bot is blamed.
func TestFunctionsOfRulesThatFail(t *testing.T) {
	t.Parallel()
	table := called(t, toml, counting+"\n    def arguments(self, state, seat):\n        return {}\n")
	table.Host(&game.Prompt{}, 0, false)
	if err := table.Failed(); err == nil || !strings.Contains(err.Error(), "fail in arguments: rules.py: it returns {}, and not a list") {
		t.Error(err)
	}
	table = called(t, toml, counting+"\n    def answer(self, state, seat, returned):\n        return returned + 1\n")
	table.Take(0, &game.Reply{Out: []byte("[1]"), Hosted: true})
	if err := table.Failed(); err == nil || !strings.Contains(err.Error(), "fail in answer: rules.py:20: TypeError") {
		t.Error(err)
	}
	_, err := gamefolder.Open(write(t, toml+"[call]\nfunction = \"a b\"\n", counting), here(t))
	if err == nil || !strings.Contains(err.Error(), `function "a b" must be the name`) {
		t.Error(err)
	}
}
