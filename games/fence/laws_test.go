package fence

import (
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// playScript plays a game written as text, see [gametest.Script]: the move of each ply, R, L, D, U or S, with its time in microseconds.
func playScript(t *testing.T, chosen map[string]any, script string) *game.Table {
	t.Helper()
	table := deal(t, chosen)
	gametest.Script(t, table, script)
	return table
}

const apart = `{"start":[[1,1],[4,4]]}` // on a board of 6x6

// TestEndings: how games end, by scripted moves and times. A clock starts with 1000 us.
func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		name   string
		set    string // options, "name=value"
		script string
		want   string // the ending in words; empty: the game goes on
	}{
		{"an overrun is noticed before the own next ply", "", "R@1001 L@1 ",
			"seat 1 wins on time at ply 2, the clock of seat 0 is empty: (1, 1)"},
		{"a clock of exactly zero is empty", "", "R@1000 L@1", "seat 1 wins on time at ply 2, the clock of seat 0 is empty: (1, 1)"},
		{"a microsecond left is enough", "", "R@999 L@1", ""},
		{"a clock adds up all calls", "", "R@400 L@1 R@400 L@1 R@400 L@1",
			"seat 1 wins on time at ply 6, the clock of seat 0 is empty: (3, 3)"},
		{"a player that overran is no longer coloured", "", "R@1 L@5000 R@1",
			"seat 0 wins on time at ply 3, the clock of seat 1 is empty: (2, 1)"},
		{"both overran: the first on turn loses", "", "R@2000 L@2000",
			"seat 1 wins on time at ply 2, the clock of seat 0 is empty: (1, 1)"},
		{"an overrun in the last own ply is free", "max_plies=4", "R@1 S@1 R@5000 S@1", "seat 0 wins by cells after 4 plies: (2, 1)"},
		{"an overrun in the last ply of all is free", "max_plies=4", "S@9 L@1 S@1 L@5000", "seat 1 wins by cells after 4 plies: (1, 2)"},
		{"immediate: an overrun loses when its call returns", "flagfall=immediate", "R@1000",
			"seat 1 wins on time at ply 1, the clock of seat 0 is empty: (1, 1)"},
		{"immediate: in the last ply too", "flagfall=immediate max_plies=4", "R@1 L@1 R@1 L@5000",
			"seat 0 wins on time at ply 4, the clock of seat 1 is empty: (2, 2)"},
		{"clock_s=0: nobody loses on time", "clock_s=0", "R@9000000 L@9000000 R@9000000", ""},

		{"tie: more clock left wins, for Player1", "max_plies=2", "R@10 L@11",
			"seat 0 wins the tie after 2 plies, it has more clock left, 0.000990 s against 0.000989 s: (1, 1)"},
		{"tie: more clock left wins, for Player2", "max_plies=2", "R@11 L@10",
			"seat 1 wins the tie after 2 plies, it has more clock left, 0.000990 s against 0.000989 s: (1, 1)"},
		{"tie: equal clocks are Player2's", "max_plies=2", "R@10 L@10",
			"seat 1 wins the tie after 2 plies, cells and clocks are equal: (1, 1)"},
		{"tie=draw: nobody wins, whatever the clocks show", "tie=draw max_plies=2", "R@10 L@11", "a draw after 2 plies: (1, 1)"},
		{"tie: an overdrawn clock is less than an empty one", "max_plies=2", "R@1000 L@1500",
			"seat 0 wins the tie after 2 plies, it has more clock left, 0.000000 s against -0.000500 s: (1, 1)"},
		{"more cells win whatever the clocks show", "max_plies=4", "R@900 S@1 R@90 S@1", "seat 0 wins by cells after 4 plies: (2, 1)"},

		{"an invalid answer loses", "", "R L !garbled", "seat 1 wins at ply 3, seat 0 answered with an invalid move: (2, 1)"},
		{"it loses whatever the counts", "", "R S R S R !garbled", "seat 0 wins at ply 6, seat 1 answered with an invalid move: (3, 1)"},
		{"invalid=stay: it stands still", "invalid=stay", "!garbled !garbled R", ""},
		{"a crash loses", "", "!crashed", "seat 1 wins at ply 1, seat 0 crashed: (1, 1)"},
		{"a crash loses under invalid=stay too", "invalid=stay", "R !crashed", "seat 0 wins at ply 2, seat 1 crashed: (1, 1)"},
		{"a hung call loses", "", "!late@2000", "seat 1 wins at ply 1, seat 0 was still thinking when its clock was empty: (1, 1)"},
		{"a hung call loses in the last ply too", "max_plies=2", "R !late@1000000",
			"seat 0 wins at ply 2, seat 1 was still thinking when its clock was empty: (1, 1)"},
		{"a bot that could not be started loses", "", "!unstarted", "seat 1 wins at ply 1, seat 0 could not be started: (1, 1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			chosen := map[string]any{"N": 6, "clock_s": 0.001, "deal": apart}
			for _, option := range strings.Fields(tt.set) {
				name, value, _ := strings.Cut(option, "=")
				chosen[name] = value
			}
			table := playScript(t, chosen, tt.script)
			if got := table.Ending(game.Unnamed); !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("%q, not %q", got, tt.want)
			}
			if table.Over() != (tt.want != "") {
				t.Errorf("over: %v", table.Over())
			}
			comparePlaces(t, table, tt.want)
		})
	}
}

// comparePlaces reports whether the places say the same as the words.
func comparePlaces(t *testing.T, table *game.Table, words string) {
	t.Helper()
	want, ok := [2]int{1, 2}, true
	switch {
	case words == "":
		ok = false
	case strings.HasPrefix(words, "seat 1"):
		want = [2]int{2, 1}
	case strings.HasPrefix(words, "a draw"):
		want = [2]int{1, 1}
	}
	if got := [2]int{table.Outcome(0).Place, table.Outcome(1).Place}; ok && got != want {
		t.Errorf("places %v, not %v", got, want)
	}
}

// TestRecordKeepsTimes: a game won by the clock is won again when it is re-simulated, and a changed time is detected.
func TestRecordKeepsTimes(t *testing.T) {
	table := playScript(t, map[string]any{"N": 6, "max_plies": 4, "deal": apart}, "R@10 L@11 R@10 L@11")
	rerun, err := table.Kind.Rerun(table.Record())
	if err != nil {
		t.Fatal(err)
	}
	if err := rerun.Finish(); err != nil {
		t.Fatal(err)
	}
	if rerun.Table.Ending(game.Unnamed) != table.Ending(game.Unnamed) {
		t.Errorf("lived again: %s", rerun.Table.Ending(game.Unnamed))
	}
	table.Record().Times[0][1] = 20
	if rerun, err = table.Kind.Rerun(table.Record()); err != nil {
		t.Fatal(err)
	}
	if rerun.Finish() == nil {
		t.Error("a record with a changed time verifies")
	}
}

// TestHostileTimes: the clock does not overflow, whatever times a record has.
func TestHostileTimes(t *testing.T) {
	r := rulesOf(t, map[string]any{"clock_s": 0})
	s := State{N: 30, Clock: [2]game.Micros{5, 5}}
	s.charge(0, -1<<63)
	for range 10 {
		s.charge(1, 1<<63-1)
	}
	if s.Clock[0] != 5 || s.Clock[1] >= 0 || r.flagDown(&s, 1) {
		t.Errorf("clocks %v", s.Clock)
	}
}

// TestEnds: which board ends a game, and when.
func TestEnds(t *testing.T) {
	nearly := `{"start":[[5,4],[0,0]],"board":["222222","222222","111111","111111","111111","111110"]}`
	for _, tt := range []struct {
		name, end, script string
		over              bool
	}{
		{"full_or_cap: the last cell ends the game before its bot is asked", "full_or_cap", "D S", true},
		{"full_or_cap: a step onto it does not", "full_or_cap", "D", false},
		{"full: the same", "full", "D S", true},
		{"full: the cap does not", "full", "S S S S S S S S S S", false},
		{"cap: a full board does not", "cap", "D S S S S S S", false},
		{"cap: max_plies does", "cap", "S S S S S S S S", true},
		{"full_or_cap: max_plies does too", "full_or_cap", "S S S S S S S S", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := playScript(t, map[string]any{"N": 6, "end": tt.end, "max_plies": 8, "deal": nearly}, tt.script)
			if table.Over() != tt.over {
				t.Errorf("over: %v, %s", table.Over(), table.Ending(game.Unnamed))
			}
		})
	}
}

// TestPaint: when the cell that a bot has stepped on is coloured.
func TestPaint(t *testing.T) {
	for paint, want := range map[string]float64{"next_turn": 1, "on_move": 2} {
		table := playScript(t, map[string]any{"N": 6, "paint": paint, "deal": apart}, "R")
		if got := table.Outcome(0).Score; got != want {
			t.Errorf("paint=%s: %v cells after one step, not %v", paint, got, want)
		}
	}
}

// TestCascade: a fence whose cells complete the next one closes that too, and both are reported in order.
func TestCascade(t *testing.T) {
	// Each string is a column. The first ring lacks its corner 1,1, the second the cell 4,3, which lies inside the first.
	board := []string{
		"0000000000",
		"0011110000",
		"0100010000",
		"0101111110",
		"0100010010",
		"0111110010",
		"0001000010",
		"0001111110",
		"0000000000",
		"0000000000",
	}
	start := Deal{Start: [2][2]int{{0, 1}, {9, 9}}, Board: board}
	gametest.Scenes(t, Spec, gametest.Scene[State]{
		Name: "two fences", Set: map[string]any{"N": 10}, Before: asJSON(t, start), Moves: "R S D",
		Shows: map[string]any{
			"fences": 2, "gained": 15, "fence_x": []int{1, 3}, "fence_y": []int{1, 3}, "fence_w": []int{5, 5}, "fence_h": []int{5, 6},
			"fence_gained": []int{7, 8},
		},
	})
}

// TestBadOptions: options that make no game are refused with a clear error.
func TestBadOptions(t *testing.T) {
	kind := game.New(Spec)
	for _, tt := range []struct{ name, value, want string }{
		{"clock_s", "-1", "from 0 to"},
		{"clock_s", "1e-9", "a microsecond"},
		{"clock_s", "Inf", "from 0 to"},
		{"deal", "[]", "option deal"},
		{"deal", `{"start":[[0,0],[0,0]]}`, "must differ"},
		{"deal", `{"start":[[0,0],[30,0]]}`, "off the board"},
		{"deal", `{"start":[[0,0],[1,0]],"turn":2}`, "turn must be 0"},
		{"deal", `{"start":[[0,0],[1,0]],"board":["0"]}`, "1 columns"},
		{"deal", `{"start":[[0,0],[1,0]],"board":["3"]}`, "1 columns"},
	} {
		settings, err := kind.Settings(map[string]any{tt.name: tt.value})
		if err == nil {
			_, err = kind.Table(settings)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
	}
}
