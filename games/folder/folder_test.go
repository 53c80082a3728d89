package gamefolder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/game/draw"
	"agon/games/folder"
	"agon/games/folder/engine"
)

const counting = `
class Counting:
    def deal(self, seats, dice):
        return {"sum": dice.below(3), "player": 0, "out": []}

    def turn(self, state):
        return state["player"] if state["sum"] < 10 else None

    def moves(self, state, seat):
        return ["1", "2", "3"]

    def step(self, state, moves, dice):
        state["sum"] += int(moves[state["player"]])
        state["player"] = 1 - state["player"]

    def outcome(self, state):
        return [int(state["sum"] >= 10 and state["player"] != seat) for seat in range(2)]
`

const toml = "name = \"counting\"\nseats = \"2\"\nversion = \"1\"\n"

// here starts rules without a sandbox, which other packages test.
func here(t testing.TB) gamefolder.Host {
	t.Helper()
	box, err := sandbox.Open(sandbox.None)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }, Shim: []string{self, "seat"}}
}

// write writes a game's folder.
func write(t testing.TB, toml, rules string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"game.toml": toml, "rules.py": rules} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t testing.TB, toml, rules string) *gamefolder.Folder {
	t.Helper()
	f, err := gamefolder.Open(write(t, toml, rules), here(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// play plays a game of built-in bots, and returns the table at its end.
func play(t testing.TB, f *gamefolder.Folder, seed int64, bots ...string) (*game.Table, error) {
	t.Helper()
	s, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := f.Kind.Table(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(seed, len(bots)); err != nil {
		return table, err
	}
	for seat, name := range bots {
		b, err := f.Kind.Builtin(name, map[string]any{})
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), b)
	}
	var r game.Reply
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			table.Think(seat, &r)
		}
		table.Step()
	}
	return table, table.Failed()
}

// A game is played, recorded, and the same when it is played again by other processes.
func TestAGameOfAFolder(t *testing.T) {
	t.Parallel()
	f := open(t, toml, counting)
	table, err := play(t, f, 7, "random", "greedy")
	if err != nil {
		t.Fatal(err)
	}
	rec := table.Record().Clone()
	if !strings.HasPrefix(rec.Version, "1+") || rec.Kind != "counting" {
		t.Errorf("the record is of %s %s", rec.Kind, rec.Version)
	}
	other, err := gamefolder.Open(f.Dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	r, err := other.Kind.Rerun(rec)
	if err == nil {
		err = r.Finish()
	}
	if err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(f.Dir, "rules.py"), []byte(counting+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	changed, err := gamefolder.Open(f.Dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer changed.Close()
	if _, err := changed.Kind.Rerun(rec); err == nil || !strings.Contains(err.Error(), "played under version") {
		t.Errorf("a record of other rules: %v", err)
	}
}

// A search finds the move that wins at once, and the one that does not lose.
func TestBotsFromRulesAlone(t *testing.T) {
	t.Parallel()
	f := open(t, toml, counting)
	for _, name := range []string{"greedy", "mcts"} {
		wins := 0
		for seed := range int64(20) {
			table, err := play(t, f, seed, name, "random")
			if err != nil {
				t.Fatal(err)
			}
			if table.Outcome(0).Place == 1 {
				wins++
			}
		}
		if wins < 12 {
			t.Errorf("%s wins %d of 20 games against random", name, wins)
		}
	}
}

// Rows keep their size during a game: bots are sent changed cells, and would not notice.
func TestRowsKeepTheirSize(t *testing.T) {
	t.Parallel()
	f := open(t, toml, strings.Replace(counting, `state["sum"] += int(`, `state["out"].append([state["sum"], 7]); state["sum"] += int(`, 1))
	s, _ := f.Kind.Settings(nil)
	table, err := f.Kind.Table(s)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	var frame game.Frame
	for table.View(&frame, 0); !table.Over(); table.View(&frame, 0) {
		table.Play(game.Seat(table.Turns()%2), "1", &game.Reply{})
		table.Step()
	}
	if err := table.Failed(); err == nil ||
		!strings.Contains(err.Error(), `fail in observe: rules.py: the rows of "out" were 0 x 0 and are 2 x 1`) {
		t.Error(err)
	}
}

// A process that somebody kills costs nothing: another one goes on. Rules whose process is killed each time have failed.
func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	once := filepath.Join(t.TempDir(), "once")
	kill := func(unless string) string {
		return strings.Replace(counting, `state["sum"] += int(`, `
        import os, signal
        if not `+unless+`:
            open("`+once+`", "w")
            os.kill(os.getpid(), signal.SIGKILL)
        state["sum"] += int(`, 1)
	}
	if _, err := play(t, open(t, toml, kill(`os.path.exists("`+once+`")`)), 1, "random", "random"); err != nil {
		t.Error(err)
	}
	if _, err := play(t, open(t, toml, kill("False")), 1, "random", "random"); err == nil ||
		!strings.Contains(err.Error(), "fail in step: rules.py: its process was killed twice") {
		t.Error(err)
	}
}

// What rules do wrong ends the game with the function, the line and the state, and nobody is blamed.
func TestRulesThatFail(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, old, new string
		want           []string
	}{
		{"raise", `state["sum"] += int(`, `1 / (state["sum"] - state["sum"]); state["sum"] += int(`,
			[]string{"counting, turn 1: the rules fail in step: rules.py:13: ZeroDivisionError", "state: {'sum': ", "rules.py:13 in step"}},
		{"hang", `state["sum"] += int(`, `
        while True: pass
        state["sum"] += int(`, []string{"fail in step: rules.py: it has not returned after 500ms of processor time"}},
		{"end their process", `state["sum"] += int(`, `
        import os
        os._exit(3)
        state["sum"] += int(`, []string{"fail in step: rules.py: its process ended with code 3"}},
		{"print and end", `state["sum"] += int(`, `
        import os
        print("so far", flush=True)
        os._exit(3)
        state["sum"] += int(`, []string{"ended with code 3; it printed: so far"}},
		{"write to every pipe", `state["sum"] += int(`, `
        import os
        for fd in range(3, 64):
            try:
                os.write(fd, b"hello, world")
            except OSError:
                pass
        state["sum"] += int(`, []string{"fail in step: rules.py: it wrote to agon's own pipe"}},
		{"exit", `state["sum"] += int(`, `raise SystemExit(2); state["sum"] += int(`, []string{"SystemExit: 2"}},
		{"no seat", `return state["player"] if`, `return 5 if`, []string{"fail in turn", "it returns 5: seats are from 0 to 1"}},
		{"no moves", `return ["1", "2", "3"]`, `return []`, []string{"fail in moves", "seat 0 owes a move and has none"}},
		{"moves that are no texts", `return ["1", "2", "3"]`, `return [1, 2]`, []string{"moves are texts, and 1 is none"}},
		{"too few scores", `for seat in range(2)]`, `for seat in range(1)]`,
			[]string{"fail in outcome", "it returns 1 scores for 2 seats"}},
		{"scores that are none", `return [int(state["sum"] >= 10 and state["player"] != seat)`, `return [float("nan")`,
			[]string{"a score is a number"}},
		{"a score that is too large", "return [int(", "return [2**70 + int(",
			[]string{"fail in outcome: rules.py: it gives seat 0 the score 11805916207174113",
				"a score is a number from -9007199254740992 to 9007199254740992"}},
		{"a score of any size", "return [int(", "return [-10**400 + int(",
			[]string{"it gives seat 0 the score -", "a score is a number from -9007199254740992 to"}},
		{"a score that no float holds in sums", "return [int(", "return [1.7e308 + int(",
			[]string{"it gives seat 0 the score 1.7e+308: a score is a number from"}},
		{"an infinite score", "return [int(", "return [float('inf') * int(", []string{"a score is a number from -9007199254740992"}},
		{"a truth value", "return [int(", "return [bool(", []string{"it gives seat 0 the score "}},
		{"a text", "return [int(", "return ['7' * int(",
			[]string{"it gives seat 0 the score '", "a score is a number, or a tuple of numbers as long as the others"}},
		{"a list", `return [int(state["sum"] >= 10 and state["player"] != seat)`, "return [[1]",
			[]string{"it gives seat 0 the score [1] of [[1], [1]]: a score is a number"}},
		{"nothing", `return [int(state["sum"] >= 10 and state["player"] != seat)`, "return [None",
			[]string{"it gives seat 0 the score None of [None, None]"}},
		{"a tie-break that is too large", "return [int(", "return [(0, 10**30) for seat in range(2)]; return [int(",
			[]string{"it gives seat 0 the score (0, 10000000000000000000"}},
		{"the largest score", "return [int(", "return [2**53 - int(", nil},
		{"no state", `return {"sum": dice.below(3), "player": 0, "out": []}`, `return None`,
			[]string{"fail in deal", "it returns None, and not the state of a new game"}},
		{"a state that cannot be packed", `"out": []}`, `"out": lambda: 1}`, []string{"fail in the state"}},
		{"the clock", "\nclass Counting:", "\nimport time\nclass Counting:", []string{"import time: rules have no clock"}},
		{"chance of their own", "\nclass Counting:", "\nfrom secrets import randbelow\nclass Counting:",
			[]string{"import secrets: chance comes from random"}},
		{"syntax", "class Counting:", "class Counting", []string{"fail in the file: rules.py:2: SyntaxError"}},
		{"no class", "class Counting:", "class Counting(int):\n    pass\nif 0:",
			[]string{"it must have one class with a method step, and has none"}},
		{"no method", "def outcome", "def outcomes", []string{"class Counting has no method outcome"}},
		{"a game that does not end", `if state["sum"] < 10 else None`, ``,
			[]string{"the game has not ended after 300 turns: most_turns in game.toml allows more"}},
		{"a field with a name of agon's", `{"sum": dice.below(3),`, `{"sum": dice.below(3), "moves": 3,`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(counting, tt.old) {
				t.Fatalf("the rules have no %q", tt.old)
			}
			host := here(t)
			host.Call = 500 * time.Millisecond
			f, err := gamefolder.Open(write(t, toml+"most_turns = 300\n", strings.Replace(counting, tt.old, tt.new, 1)), host)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			table, err := play(t, f, 1, "random", "random")
			if tt.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var failure *engine.Failure
			if !errors.As(err, &failure) {
				t.Fatalf("it ends with %v", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in: %v", want, err)
				}
			}
			if rec := table.Record(); len(rec.Faults) > 0 {
				t.Errorf("a bot is blamed: %+v", rec.Faults)
			}
		})
	}
}

// Rules have no network and no other files at a level that confines them.
func TestRulesAreConfined(t *testing.T) {
	t.Parallel()
	level, err := sandbox.Best()
	if err != nil || level == sandbox.None {
		t.Skip("no sandbox here")
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	rules := strings.Replace(counting, `state["sum"] += int(`, "open("+`"`+secret+`"`+`); state["sum"] += int(`, 1)
	f, err := gamefolder.Open(write(t, toml, rules),
		gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := play(t, f, 1, "random", "random"); err == nil || !strings.Contains(err.Error(), "Error: ") {
		t.Errorf("the rules read a file of the host: %v", err)
	}
	f, err = gamefolder.Open(write(t, toml, counting),
		gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := play(t, f, 1, "random", "random"); err != nil {
		t.Error(err)
	}
}

// Mistakes in game.toml are reported with their line.
func TestMistakesInGameToml(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"nam = \"x\"\n", `game.toml:1:1: unknown key "nam"; did you mean "name"?`},
		{"name = \"X y\"\nseats = \"2\"\nversion = \"1\"\n", `game.toml:1:1: name "X y" must be words of small letters`},
		{"name = \"x\"\nversion = \"1\"\n", `no number of seats: add seats = "2"`},
		{"name = \"x\"\nversion = \"1\"\nseats = \"4-2\"\n", `seats must be a text such as "2" or "2-4", not "4-2"`},
		{"name = \"x\"\nversion = \"1\"\nseats = [2, 4]\n", `seats must be a text such as "2" or "2-4"`},
		{"name = \"x\"\nseats = \"2\"\n", `version "" must be a word`},
		{toml + "rules = \"other.py\"\n", "there is no file other.py beside game.toml"},
		{toml + "rules = \"../rules.py\"\n", "must be a Python file or a WebAssembly module beside game.toml"},
		{toml + "[options.deal]\ndefault = 1\n", `option "deal" must be a word`},
		{toml + "[options.width]\nabout = \"x\"\n", "option width needs a default"},
		{toml + "[options.width]\ndefault = 9\nmin = 1\nmax = 4\n", "option width must be from 1 to 4, not 9"},
		{toml + "[clock]\nmove = \"soon\"\n", `a duration such as "1s"`},
	} {
		_, err := gamefolder.Open(write(t, tt.text, counting), here(t))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
	if _, err := gamefolder.Open(t.TempDir(), here(t)); err == nil || !strings.Contains(err.Error(), "is no game") {
		t.Errorf("an empty folder: %v", err)
	}
}

// Options reach the rules, given draws come first, and what a seat may not see is not shown to it.
func TestOptionsDrawsAndHiddenFields(t *testing.T) {
	t.Parallel()
	f := open(t, "name = \"cards\"\nseats = \"2-3\"\nversion = \"1\"\nhidden = true\nsimultaneous = true\n[options.cards]\ndefault = 3\n", `
class Cards:
    def deal(self, seats, dice):
        return [[dice.below(100) for _ in range(self.options.cards)] for _ in range(seats)]
    def turn(self, hands):
        return [seat for seat, hand in enumerate(hands) if hand]
    def moves(self, hands, seat):
        return sorted({str(card) for card in hands[seat]})
    def step(self, hands, moves, dice):
        return [[card for card in hand if str(card) != moves[seat]] for seat, hand in enumerate(hands)]
    def outcome(self, hands):
        return [(-len(hand), seat) for seat, hand in enumerate(hands)]
    def observe(self, hands, seat):
        return {"left": [len(hand) for hand in hands], "hand": hands[seat] if seat is not None else sum(hands, [])}
`)
	s, err := f.Kind.Settings(map[string]any{"cards": 2, "draws": "11 22 33 144"})
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
	for viewer, want := range map[game.Seat]string{
		game.Audience: `{"turn":0,"round":0,"left":[2,2],"hand":[11,22,33,44]}`,
		0:             `{"turn":0,"round":0,"me":0,"left":[2,2],"hand":[11,22],"moves":["11","22"]}`,
		1:             `{"turn":0,"round":0,"me":1,"left":[2,2],"hand":[33,44],"moves":["33","44"]}`,
		game.Public:   `{"turn":0,"round":0,"left":[2,2]}`,
	} {
		var frame game.Frame
		table.View(&frame, viewer)
		if got := string(frame.AppendJSON(nil)); got != want {
			t.Errorf("%d sees %s, want %s", viewer, got, want)
		}
	}
	equal, err := f.Kind.Settings(map[string]any{"cards": 1, "draws": "11 11"})
	if err != nil {
		t.Fatal(err)
	}
	same, err := f.Kind.Table(equal)
	if err == nil {
		err = same.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	var frame game.Frame
	same.View(&frame, game.Public)
	if got, want := string(frame.AppendJSON(nil)), `{"turn":0,"round":0,"left":[1,1]}`; got != want {
		t.Errorf("that two have equal hands is public: %s, want %s", got, want)
	}
	var r game.Reply
	if why := table.Play(0, "33", &r); why != game.Illegal ||
		!strings.Contains(r.Note, "33 cannot be played here: the moves are 11 or 22") {
		t.Errorf("a card of the other: %v, %s", why, r.Note)
	}
	table.Play(1, "44", &r)
	table.Step()
	if o := table.Outcome(0); o.Place != 2 || o.Score != -1 {
		t.Errorf("seat 0 has %+v", o)
	}
	if o := table.Outcome(1); o.Place != 1 {
		t.Errorf("seat 1 has %+v", o)
	}
}

// Pictures are drawn as data, whatever texts are in them, and their mistakes are named.
func TestPictures(t *testing.T) {
	t.Parallel()
	p := draw.New(2)
	err := gamefolder.Picture(p, `{"grid": ["#.A", [0, 1, null]], "discs": [[1, 0, 1, "x"], [2, 1, 0]], "bots": [[2, 1, 0]], "paths": [{"seat": 1, "points": [[0, 0], [2, 1]]}], "words": [[0, 1, "\\n"]],
		"status": "a\u001b[2J\nb", "notes": ["one"], "out": [1], "tables": [{"title": "t", "rows": [[1, null]], "seats": [0]}]}`, 2)
	if err != nil {
		t.Fatal(err)
	}
	if p.Status != "a [2J b" || p.At(0, 0).Tone != draw.Ground || p.At(2, 0).Text != "A" || p.At(1, 1).Seat != 1 || len(p.Shapes) != 5 ||
		p.Shapes[1].Sign != "()" || p.Shapes[1].Plain != "A" || p.Shapes[4].Text != `\n` || p.Seats[0].Note != "one" || !p.Seats[1].Out ||
		p.Tables[0].Rows[0][0] != "1" {
		t.Errorf("%+v", p)
	}
	for text, want := range map[string]string{
		`{"grid": ["ab", "a"]}`: "row 1 of the grid has 1 cells, and the first one 2",
		`{"grid": [[3]]}`:       "3 is no seat: they are from 0 to 1", `{"grid": [["abc"]]}`: "longer than two letters",
		`{"discs": [[1]]}`: "disc 0: it must be [x, y, seat]", `{"bots": [[0, 0, null]], "grid": ["."]}`: "bot 0: it needs a seat",
		`{"words": [[0, 0]]}`: "word 0 must be", `[]`: "view: ",
		`{"discs": [[9, 9, 0]], "grid": ["."]}`: "it lies at 9.5,9.5",
	} {
		if err := gamefolder.Picture(draw.New(2), text, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A game may describe the lines in which its bots are asked.
func TestLinesOfAGame(t *testing.T) {
	t.Parallel()
	const lines = "[lines]\nfirst = [\"{seats} {me}\"]\nturn = [\"{left}: {#hand} of {name}\", \"{hand}\", \"{rows*}\", \"{#moves}\", " +
		"\"{moves*}\", \"{none}|{empty}|\"]\n"
	f := open(t, "name = \"lined\"\nseats = \"2\"\nversion = \"1\"\n"+lines, `
class Lined:
    def deal(self, seats, dice):
        return 0
    def turn(self, n):
        return n % 2 if n < 2 else None
    def moves(self, n, seat):
        return ["stay", "go on"]
    def step(self, n, moves, dice):
        return n + 1
    def outcome(self, n):
        return [0, 0]
    def observe(self, n, seat):
        return {"left": 2 - n, "name": "two\nlines", "hand": [3, 4], "rows": [[1, 2], [5, 6]], "empty": []}
`)
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
	var p game.Prompt
	table.Open(&p, 1)
	table.Ask(&p, 0)
	if got, want := string(p.Stdin), "2 1\n2: 2 of two lines\n3 4\n1 2\n5 6\n2\nstay\ngo on\n||\n"; got != want {
		t.Errorf("a bot is sent %q, want %q", got, want)
	}
	r := game.Reply{Out: []byte(" go on \r\nmore\n")}
	if why := table.Take(0, &r); why != game.NoFault {
		t.Errorf("its answer is %v: %s", why, r.Note)
	}
	for text, want := range map[string]string{
		"turn = [\"{a\"]": "fields are {name} and {#name}", "turn = [\"x {a*}\"]": "{name*} alone in its line",
		"turn = [\"{#a*}\"]": "alone in its line", "first = [\"{a}\"]": "lines without turn",
	} {
		if _, err := gamefolder.Open(write(t, toml+"[lines]\n"+text+"\n", counting), here(t)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
