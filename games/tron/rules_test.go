package tron

import (
	"os"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, Spec, gametest.Unhashed{
		"Walls":  "all Trails together",
		"StartX": "the beginning of a trail, which ends where no move entered",
		"StartY": "as StartX",
		"Alive":  "counted from Cause",
		"Last":   "the seat before Next, by who was alive in that turn",
		"Round":  "how often seat order came round in Turns turns, by Died",
	}, gametest.Deal("[[22,19],[28,5]]"))
}

// TestAnswers: which answers are moves; all others are death.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		strict bool
		answer string
		cause  string
	}{
		{"the word", false, "LEFT\n", ""},
		{"lower case", false, "left\n", ""},
		{"the first word counts", false, "  Left over\n", ""},
		{"a carriage return before the end of the line", false, "LEFT\r\n", ""},
		{"no end of the line", false, "LEFT", ""},
		{"an empty line", false, "\n", "garbled"},
		{"nothing", false, "", "garbled"},
		{"a longer word", false, "LEFTOVER\n", "garbled"},
		{"only the first line is the answer", false, "\nLEFT\n", "garbled"},
		{"strict: the word", true, "LEFT\n", ""},
		{"strict: the word of a program of another system", true, "LEFT\r\n", ""},
		{"strict: lower case", true, "left\n", "garbled"},
		{"strict: a second word", true, "LEFT over\n", "garbled"},
		{"strict: a space before it", true, " LEFT\n", "garbled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := deal(t, [][2]int{{5, 5}, {20, 10}}, map[string]any{"strict_output": tt.strict})
			table.Take(0, &game.Reply{Out: []byte(tt.answer)})
			table.Step()
			if got := causes(table)[0]; got != tt.cause {
				t.Errorf("%q: dead of %q, want %q", tt.answer, got, tt.cause)
			}
		})
	}
}

func causes(table *game.Table) []string {
	var frame game.Frame
	table.View(&frame, game.Audience)
	return frame.Words("cause")
}

// TestFaultsKill: every fault kills its seat, with the fault's name as the cause.
func TestFaultsKill(t *testing.T) {
	for _, why := range game.Faults() {
		table := deal(t, [][2]int{{5, 5}, {20, 10}}, nil)
		table.Take(0, &game.Reply{Fault: why})
		table.Step()
		if got := causes(table)[0]; got != why.String() || !table.Over() {
			t.Errorf("%v: dead of %q, over: %v", why, got, table.Over())
		}
		if table.Ending(game.Unnamed) == "" {
			t.Errorf("%v: the end is not described", why)
		}
	}
}

// TestBoxedIn: a player without a free neighbour dies of that, whatever comes instead of a word, and has no fault; a word still makes it
// crash, and with one free neighbour any fault counts.
func TestBoxedIn(t *testing.T) {
	corner := [][2]int{{0, 0}, {1, 0}, {0, 1}}
	beside := [][2]int{{0, 0}, {1, 0}, {9, 9}}
	replies := map[string]game.Reply{"no word": {Out: []byte("what?\n")}, "NO WAY": {Out: []byte("NO WAY\n")}}
	for _, why := range game.Faults() {
		replies[why.String()] = game.Reply{Fault: why, Note: "it ended"}
	}
	for name, reply := range replies {
		for _, strict := range []bool{false, true} {
			table := deal(t, corner, map[string]any{"strict_output": strict})
			r := reply
			if why := table.Take(0, &r); why != game.NoFault || r.Fault != game.NoFault ||
				!strings.HasPrefix(r.Note, "no answer could have mattered; ") {
				t.Errorf("%s: fault %v, note %q", name, r.Fault, r.Note)
			}
			table.Step()
			if got := causes(table)[0]; got != "boxed in" || len(table.Record().Faults) != 0 {
				t.Errorf("%s: dead of %q, %d faults are recorded", name, got, len(table.Record().Faults))
			}
			table = deal(t, beside, nil)
			r = reply
			if why := table.Take(0, &r); why == game.NoFault {
				t.Errorf("%s: no fault where a neighbour is free", name)
			}
		}
	}
	table := deal(t, corner, nil)
	table.Take(0, &game.Reply{Out: []byte("RIGHT\n")})
	table.Step()
	if got := causes(table)[0]; got != "trail of 1" {
		t.Errorf("a word: dead of %q", got)
	}
}

// TestABoxedInGameIsLivedAgain: the record of such a death re-simulates to the same game.
func TestABoxedInGameIsLivedAgain(t *testing.T) {
	table := deal(t, [][2]int{{0, 0}, {1, 0}, {0, 1}}, nil)
	table.Take(0, &game.Reply{Fault: game.Crashed})
	table.Step()
	table.Take(1, &game.Reply{Fault: game.Late})
	table.Step()
	if !table.Over() {
		t.Fatal("two of three are dead, and the game goes on")
	}
	rerun, err := table.Kind.Rerun(table.Record())
	if err == nil {
		err = rerun.Finish()
	}
	if err != nil {
		t.Error(err)
	}
}

// TestStandingInPlay: while a game goes on, the living share the first place and the dead keep theirs.
func TestStandingInPlay(t *testing.T) {
	table := deal(t, [][2]int{{0, 0}, {9, 9}, {20, 10}, {4, 15}}, nil)
	table.Take(0, &game.Reply{Out: []byte("UP\n")})
	table.Step()
	want := []game.Outcome{{Place: 4, Score: 0}, {Place: 1, Score: 1}, {Place: 1, Score: 1}, {Place: 1, Score: 1}}
	for seat := range want {
		if got := table.Outcome(game.Seat(seat)); got != want[seat] {
			t.Errorf("seat %d: %+v, want %+v", seat, got, want[seat])
		}
	}
}

// TestDealsRefused: an impossible start is refused with a clear error.
func TestDealsRefused(t *testing.T) {
	kind := game.New(Spec)
	for _, tt := range []struct {
		name   string
		chosen map[string]any
		seats  int
		want   string
	}{
		{"too many start tiles", map[string]any{"deal": "[[1,1],[2,2],[3,3]]"}, 2, "3 start tiles for 2 seats"},
		{"off the board", map[string]any{"deal": "[[1,1],[30,2]]"}, 2, "off the board of 30 x 20"},
		{"one tile twice", map[string]any{"deal": "[[1,1],[1,1]]"}, 2, "occurs twice"},
		{"no JSON", map[string]any{"deal": "here"}, 2, "option deal must be"},
		{"one seat", nil, 1, "played by 2 to 4, not by 1"},
		{"five seats", nil, 5, "played by 2 to 4, not by 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			settings, err := kind.Settings(tt.chosen)
			if err != nil {
				t.Fatal(err)
			}
			table, err := kind.Table(settings)
			if err == nil {
				err = table.Deal(1, tt.seats)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want an error with %q", err, tt.want)
			}
		})
	}
}

// TestFairStart: the shares of the board differ by no more than requested.
func TestFairStart(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		r := &Rules{Width: 30, Height: 20, Fair: true, FairPercent: 5}
		for seed := range int64(20) {
			dice := game.NewDice(seed, nil)
			var s State
			if err := r.Deal(&s, seats, &dice); err != nil {
				t.Fatal(err)
			}
			var starts [][2]int
			for seat := range seats {
				starts = append(starts, [2]int{int(s.X[seat]), int(s.Y[seat])})
			}
			bare := State{Layout: s.Layout, Seats: s.Seats}
			if gap := r.gap(&bare, starts); gap > 30 {
				t.Errorf("%d seats, seed %d: shares differ by %d of 600 tiles", seats, seed, gap)
			}
		}
	}
}

// TestEveryBoardHasItsTiles rides once around boards of many sizes, halved and whole, and checks all tiles of the frame.
func TestEveryBoardHasItsTiles(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 7}, {30, 20}, {31, 5}, {32, 5}, {33, 64}, {64, 64}, {5, 64}} {
		width, height := size[0], size[1]
		r := &Rules{Width: width, Height: height, Start: [][2]int{{0, 0}, {width - 1, height - 1}}}
		var s State
		if err := r.Deal(&s, 2, nil); err != nil {
			t.Fatal(err)
		}
		want := make([]int, width*height)
		want[0], want[width*height-1] = 1, 2
		moves := make([]game.Move[Move], 2)
		for i := 1; i < width; i++ {
			moves[0].Value, moves[1].Value = Right, Left
			r.Step(&s, moves, nil)
			r.Step(&s, moves, nil)
			want[i], want[width*height-1-i] = 1, 2
		}
		var frame game.Frame
		view(&frame, &s, game.Audience)
		if got := frame.List("grid"); !slices.Equal(got, want) {
			t.Errorf("%v: grid %v", size, got)
		}
		if entered := frame.List("entered"); entered[1] != int(Right) || entered[0] != 0 || entered[width*height-2] != int(Left) {
			t.Errorf("%v: tiles were entered by %v", size, entered)
		}
	}
}

// TestReadme compares the exchange in the README with the recorded scenario.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range load(t).Scenarios {
		if !strings.HasPrefix(sc.Title, "a dead trail is free at once") {
			continue
		}
		exchange := ""
		for _, turn := range sc.Turns {
			if turn.Player == 2 {
				exchange += "> " + strings.Join(turn.Lines, "\n> ") + "\n< " + turn.Output + "\n"
			}
		}
		if !strings.Contains(string(text), exchange) {
			t.Errorf("README.md does not show\n%s", exchange)
		}
		return
	}
	t.Error("the scenario is gone")
}
