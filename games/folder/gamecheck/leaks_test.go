package gamecheck_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	gamefolder "agon/games/folder"
	"agon/games/folder/gamecheck"
)

// check returns what is found in a game.
func check(t *testing.T, toml, rules string, o gamecheck.Options) []gamecheck.Finding {
	t.Helper()
	box, err := sandbox.Open(sandbox.None)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"game.toml": toml, "rules.py": rules} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Open(dir, gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	settings, err := f.Kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Games, o.Bias, o.Skill = 10, 10, -1
	found, err := gamecheck.Check(t.Context(), f, settings, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// secrets is a game in which nobody is told what the other has: coins, which are spent, cards, which are drawn, a place in the fog, and a
// taste, which is dealt.
const secrets = `
class Secrets:
    def deal(self, seats, dice):
        return {"left": 4, "coins": [20] * seats, "card": [0] * seats, "at": [5 * seat for seat in range(seats)],
                "taste": [dice.below(3) for _ in range(seats)]}

    def turn(self, s):
        return [0, 1] if s["left"] else None

    def moves(self, s, seat):
        return ["pay 1", "pay 2", "left", "right"]

    def step(self, s, moves, dice):
        s["left"] -= 1
        for seat, move in moves.items():
            s["card"][seat] = dice.roll(4)
            if move.startswith("pay"):
                s["coins"][seat] -= int(move[4:])
            else:
                s["at"][seat] += 1 if move == "right" else -1

    def outcome(self, s):
        return s["coins"]

    def near(self, s, eye):
        return [s["at"][seat] if abs(s["at"][seat] - s["at"][eye]) < 3 else 99 for seat in range(2)]

    def observe(self, s, eye):
        if eye is None:
            return {"left": s["left"], "coins": s["coins"], "taste": s["taste"]}
        return {"left": s["left"], "mine": s["coins"][eye], "card": s["card"][eye], "near": self.near(s, eye), "taste": [s["taste"][eye]]}

    def view(self, s, eye):
        seen = list(range(2)) if eye is None else [eye]
        return {"status": "%d left" % s["left"], "tables": [{"rows": [[SHOWN]]}]}

    def request(self, s, seat, facts):
        return {"left": s["left"], "sent": SENT}
`

// What a seat is shown in play beyond what it observes is found, though nothing shows at the deal; what it observes may be shown.
func TestLeaksInPlay(t *testing.T) {
	t.Parallel()
	const toml = "name = \"secrets\"\nversion = \"1\"\nseats = \"2\"\nsimultaneous = true\nhidden = true\n" +
		"[requests]\nmove = \"/move\"\nanswer = \"move\"\n"
	for _, tt := range []struct{ name, shown, sent, want string }{
		{"nothing", `[s["coins"][e] for e in seen]`, `s["coins"][seat]`, ""},
		{"coins", `s["coins"]`, `0`, "view(state, "},
		{"how many coins are left", `sum(s["coins"])`, `0`, "view(state, "},
		{"own cards", `[s["card"][e] for e in seen]`, `s["card"][seat]`, ""},
		{"cards", `s["card"]`, `0`, "view(state, "},
		{"what is near", `self.near(s, eye or 0) if eye is not None else s["at"]`, `self.near(s, seat)`, ""},
		{"fog", `s["at"]`, `0`, "view(state, "},
		{"a taste, in the end", `s["taste"] if s["left"] < 3 else []`, `0`, "view(state, "},
		{"a request", `0`, `s["coins"]`, "request(state, "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rules := strings.NewReplacer("SHOWN", "str("+tt.shown+")", "SENT", tt.sent).Replace(secrets)
			found := check(t, toml, rules, gamecheck.Options{})
			last := found[len(found)-1]
			if last.Fail != (tt.want != "") || last.Fail && (last.Name != "shows" || !strings.Contains(last.Text, tt.want) ||
				!strings.Contains(last.Text, "tells seat")) {
				t.Errorf("%v %s: %s", last.Fail, last.Name, last.Text)
			}
			for _, f := range found {
				const fields = "seats and the audience see left; a seat sees other values than the audience of taste; " +
					"seats alone see mine, card, near; the audience alone sees coins"
				if f.Name == "shows" && !f.Fail && !strings.Contains(f.Text, fields) {
					t.Error(f.Text)
				}
			}
		})
	}
}

// deck is a game with a deck that is shuffled at the deal: each draws a card in turn, and nobody sees those of the other.
const deck = `
class Deck:
    def deal(self, seats, dice):
        cards = list(range(52))
        dice.shuffle(cards)
        return {"hands": [cards[:5], cards[5:10]], "cards": cards[10:], "now": 0}

    def turn(self, s):
        return s["now"] if len(s["cards"]) > 34 else None

    def moves(self, s, seat):
        return ["draw"]

    def step(self, s, moves, dice):
        s["hands"][s["now"]].append(s["cards"].pop())
        s["now"] = 1 - s["now"]

    def outcome(self, s):
        return [sum(hand) for hand in s["hands"]]

    def observe(self, s, eye):
        return {"hand": s["hands"][eye] if eye is not None else sum(s["hands"], []), "left": len(s["cards"])}

    def view(self, s, eye):
        return {"status": SHOWN}
`

// A deck that was shuffled at the deal is kept from those who have drawn many of its cards, too.
func TestLeaksOfADeck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, shown string
		leaks       bool
	}{
		{"the own hand", `str(s["hands"][eye or 0])`, false},
		{"the next card", `str(s["cards"][-1])`, true},
		{"who is ahead", `"ahead" if eye is not None and sum(s["hands"][eye]) > sum(s["hands"][1 - eye]) else "behind"`, true},
	} {
		found := check(t, "name = \"deck\"\nversion = \"1\"\nseats = \"2\"\nhidden = true\n", strings.Replace(deck, "SHOWN", tt.shown, 1),
			gamecheck.Options{})
		if last := found[len(found)-1]; last.Fail != tt.leaks || last.Fail && !strings.Contains(last.Text, "tells seat") {
			t.Errorf("%s: %v %s: %s", tt.name, last.Fail, last.Name, last.Text)
		}
	}
}

// Lines of game.toml that do not fit the rules are found, and what they should be.
func TestFlagsThatDoNotFit(t *testing.T) {
	t.Parallel()
	const rules = `
class Steps:
    def deal(self, seats, dice):
        return {"left": 4, "points": [dice.below(3), 0]}

    def turn(self, s):
        return TURN if s["left"] else None

    def moves(self, s, seat):
        return ["a", "b"]

    def step(self, s, moves, dice):
        s["left"] -= 1
        s["points"][s["left"] % 2] += ROLL

    def outcome(self, s):
        return s["points"]
`
	for _, tt := range []struct{ name, toml, turn, roll, want, fix string }{
		{"at once", "simultaneous = true\n", "[0, 1]", "dice.below(2)", "", ""},
		{"one by one", "", `s["left"] % 2`, "dice.below(2)", "", ""},
		{"at once, not said", "", "[0, 1]", "dice.below(2)", "up to 2 seats owed a move in one turn", "write simultaneous = true"},
		{"one by one, said otherwise", "simultaneous = true\n", `s["left"] % 2`, "1", "no two seats owed a move in one turn",
			"leave the line"},
		{"no chance", "chance = false\n", `s["left"] % 2`, "1", "", ""},
		{"no chance, not said", "", `s["left"] % 2`, "1", "", ""},
		{"no chance, said otherwise", "chance = true\n", `s["left"] % 2`, "1", "step rolled no dice", "write chance = false"},
		{"chance, said otherwise", "chance = false\n", `s["left"] % 2`, "dice.below(2)", "dice fall after the deal", "leave the line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := strings.NewReplacer("TURN", tt.turn, "ROLL", tt.roll).Replace(rules)
			var failed gamecheck.Finding
			for _, f := range check(t, "name = \"steps\"\nversion = \"1\"\nseats = \"2\"\n"+tt.toml, text, gamecheck.Options{}) {
				if f.Fail {
					failed = f
				}
			}
			if failed.Fail != (tt.want != "") || !strings.Contains(failed.Text, tt.want) || !strings.Contains(failed.Fix, tt.fix) {
				t.Errorf("%+v", failed)
			}
		})
	}
}

// A format that the game cannot be played in is reported, and the other checks go on.
func TestAFormatThatCannotBePlayed(t *testing.T) {
	t.Parallel()
	const toml = "name = \"toss\"\nversion = \"1\"\nseats = \"2\"\nsimultaneous = true\nformat = \"knockout\"\n"
	found := check(t, toml, rules, gamecheck.Options{
		Formats: func(k *game.Kind, _ game.Settings) ([]string, error) {
			return []string{"arena", "swiss"}, errors.New("not " + k.Format)
		},
	})
	var names []string
	for _, f := range found {
		names = append(names, f.Name)
		if f.Fail != (f.Name == "formats") {
			t.Errorf("%+v", f)
		}
	}
	if f := found[1]; !strings.Contains(f.Text, `format = "knockout": not knockout`) || !strings.Contains(f.Fix, "arena, swiss") {
		t.Errorf("%v: %+v", names, f)
	}
}
