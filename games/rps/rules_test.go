package rps

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Spec, gametest.Unhashed{
		"Counts": "counted from Log",
		"Points": "counted from Log",
	}, gametest.Deal("rp2;sp1"), gametest.OneStart("no round has been played"))
}

// TestLaws checks each law. Rounds before are in the contest's notation; hands are those of one more round.
func TestLaws(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before string
		hands  string
		rules  string
		winner int
		law    string
	}{
		{"rock blunts scissors", "", "rs", "readme", 1, "natural"},
		{"scissors cut paper", "", "ps", "readme", 2, "natural"},
		{"paper covers rock", "", "rp", "readme", 2, "natural"},
		{"paper covers rock, whatever the habits", "rp2;rp2;rp2", "rp", "readme", 2, "natural"},
		{"tied hand: who played it more often wins", "rp2", "rr", "readme", 1, "same-hand"},
		{"tied hand: so does player 2", "rp2", "pp", "readme", 2, "same-hand"},
		{"tied habit: who played the beating hand more often wins", "pr1", "rr", "readme", 2, "same-hand"},
		{"tied habit: player 1 leads on the beating hand", "ps2", "rr", "readme", 1, "beating-hand"},
		{"tied habit: player 2 leads on the beating hand by one", "sp1", "rr", "readme", 2, "beating-hand"},
		{"runner: for player 2 a lead of one is none", "sp1", "rr", "runner-2020", 1, "random"},
		{"runner: for player 1 it is one", "ps2", "rr", "runner-2020", 1, "beating-hand"},
		{"runner: for player 2 a lead of two is one", "sp1;sp1", "rr", "runner-2020", 2, "beating-hand"},
		{"no difference: random", "", "rr", "readme", 1, "random"},
		{"the readme's example is random", "rp2;rr1;pr1", "rr", "readme", 1, "random"},
		{"rounds with a forfeit make no habit", "r-1;r-1;r-1", "rr", "readme", 1, "random"},
		{"player 1 forfeits", "", "-p", "readme", 2, "forfeit"},
		{"player 2 forfeits", "", "p-", "readme", 1, "forfeit"},
		{"both forfeit: nobody wins", "", "--", "readme", 0, "forfeit"},
	} {
		gametest.Scenes(t, Spec, gametest.Scene[State]{
			Name: tt.name, Set: map[string]any{"rules": tt.rules, "draws": "1"}, Before: tt.before, Moves: hands.Replace(tt.hands),
			Draw:  func(s *State) string { return fmt.Sprint(s.Log[s.Rounds-1].Winner) },
			After: strconv.Itoa(tt.winner), Shows: map[string]any{"law": tt.law},
		})
	}
}

// hands writes the hands of a round as moves.
var hands = strings.NewReplacer("r", "ROCK ", "p", "PAPER ", "s", "SCISSORS ", "-", "!garbled ")

func dealt(t *testing.T, chosen map[string]any) *game.Table {
	t.Helper()
	kind := game.New(Spec)
	table := gametest.Dealt(t, kind, chosen, 1, 2)
	return table
}

func TestLotsAreDrawnOnlyWhenTheyDecide(t *testing.T) {
	// Two draws are given. Rounds decided by a hand or a habit must not use them up.
	table := dealt(t, map[string]any{"draws": "2 1"})
	playRound(table, "R", "S")
	playRound(table, "S", "R")
	playRound(table, "P", "P")
	playRound(table, "P", "-")
	playRound(table, "S", "S")
	var f game.Frame
	table.View(&f, game.Audience)
	if got := f.List("winners"); got[2] != 2 || got[4] != 1 {
		t.Errorf("lots fell to %d and %d, drawn were 2 and 1", got[2], got[4])
	}
}

func TestReasonOfAForfeitIsKept(t *testing.T) {
	for _, why := range game.Faults() {
		table := dealt(t, nil)
		table.Take(0, &game.Reply{Fault: why})
		table.Take(1, &game.Reply{Out: []byte(`{"move":"ROCK"}`)})
		table.Step()
		var f game.Frame
		table.View(&f, game.Audience)
		if got := f.Words("faults_1")[0]; got != why.String() || f.List("winners")[0] != 2 {
			t.Errorf("player 1 was %v: recorded as %q", why, got)
		}
		if want := "player 1 forfeits (" + why.String() + ")"; f.Word("because") != want {
			t.Errorf("%q, not %q", f.Word("because"), want)
		}
	}
}

func TestOneForfeitLosesOneRound(t *testing.T) {
	table := dealt(t, map[string]any{"rounds": 3})
	playRound(table, "-", "R")
	playRound(table, "R", "S")
	playRound(table, "R", "S")
	if one, two := table.Outcome(0), table.Outcome(1); !table.Over() || one.Place != 1 || one.Score != 2 || two.Place != 2 ||
		two.Score != 1 {
		t.Errorf("outcomes %+v and %+v", one, two)
	}
}

func TestTiedGame(t *testing.T) {
	table := dealt(t, map[string]any{"rounds": 2})
	playRound(table, "R", "S")
	playRound(table, "S", "R")
	if one, two := table.Outcome(0), table.Outcome(1); one.Place != 1 || two.Place != 1 {
		t.Errorf("places %d and %d, both must share the first", one.Place, two.Place)
	}
	if got := table.Ending(game.Unnamed); got != "a tied game, 1 : 1" {
		t.Errorf("the game ended with %q", got)
	}
}

func TestDealRefuses(t *testing.T) {
	kind := game.New(Spec)
	for _, tt := range []struct{ name, deal, want string }{
		{"a winner who has not won", "rp1", `round 1: the winner of "rp1" must be 2, not 1`},
		{"a random winner of nobody", "rr0", `round 1: "rr0" has a random winner`},
		{"a winner of a double forfeit", "--1", `round 1: the winner of "--1" must be 0, not 1`},
		{"an invalid hand", "xp1", `round 1: invalid round "xp1"`},
		{"half a round", "rp", `round 1: invalid round "rp"`},
		{"a game that is over", "rp2;rp2", "a game of 2 rounds cannot begin after that many rounds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			settings, err := kind.Settings(map[string]any{"deal": tt.deal, "rounds": 2})
			if err != nil {
				t.Fatal(err)
			}
			table, err := kind.Table(settings)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Deal(1, 2); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("deal %q: %v, wanted %q", tt.deal, err, tt.want)
			}
		})
	}
}

// TestLookingBackAgreesWithTheLaws compares the predictor's view of ties with the rules.
func TestLookingBackAgreesWithTheLaws(t *testing.T) {
	rules := &Rules{Rounds: maxRounds}
	var s State
	rules.Deal(&s, 2, nil)
	dice := game.NewDice(4, nil)
	dice.Turn(0)
	var looks [2]past
	for s.Rounds < s.Of {
		for h := Rock; h <= Scissors; h++ {
			winner, _ := rules.settle(&s, h, h)
			want := [...]int8{0, 1, -1}[winner]
			if looks[0].lean(h) != want || looks[1].lean(h) != -want {
				t.Fatalf("round %d, two of %v: %d and %d, the rules say %d", s.Rounds+1, h, looks[0].lean(h), looks[1].lean(h), winner)
			}
		}
		moves := []game.Move[Move]{{Value: Move{Hand: Hand(dice.Intn(4))}}, {Value: Move{Hand: Hand(dice.Intn(4))}}}
		rules.Step(&s, moves, &dice)
		for seat := range looks {
			looks[seat].addRound(&s.Log[s.Rounds-1], game.Seat(seat))
		}
	}
}
