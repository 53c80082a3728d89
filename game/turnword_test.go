package game

import "testing"

// TestTurnWord: a turn is called as the rules call a round where each turn is one.
func TestTurnWord(t *testing.T) {
	for _, tt := range []struct {
		step          string
		simultaneous  bool
		turns, rounds int
		want          string
	}{
		{"ply", false, 12, 12, "ply"},
		{"ply", false, 1, 1, "ply"},
		{"round", true, 1, 1, "round"},
		{"round", false, 30, 30, "round"},
		{"round", false, 9, 5, "turn"},
		{"round", false, 1, 1, "turn"}, // the second turn may be in the same round
		{"day", true, 9, 3, "turn"},
	} {
		if got := (&Info{Step: tt.step, Simultaneous: tt.simultaneous}).TurnWord(tt.turns, tt.rounds); got != tt.want {
			t.Errorf("%+v: it is called %q", tt, got)
		}
	}
}
