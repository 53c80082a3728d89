package all

import (
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/game"
)

// A kind is playable in the formats whose games its seats fit, and in its own only if that is one of them.
func TestPlayable(t *testing.T) {
	for _, tt := range []struct {
		format      string
		least, most int
		can, cannot string
		why         string
	}{
		{"knockout", 2, 4, "knockout", "", ""},
		{"knockout", 2, 2, "swiss", "", ""},
		{"knockout", 3, 5, "round-robin", "knockout", "a game is played by 3 to 5, not by 2"},
		{"round-robin", 3, 5, "arena", "swiss", ""},
		{"arena", 1, 1, "arena", "knockout", ""},
		{"nockout", 2, 2, "knockout", "", `unknown format "nockout"; did you mean "knockout"? Formats: `},
	} {
		info := game.Info{Name: "x", MinSeats: tt.least, MaxSeats: tt.most, UsualSeats: tt.least, Format: tt.format}
		names, why := tournament.Playable(Formats, &info, game.Settings{})
		said := ""
		if why != nil {
			said = why.Error()
		}
		if !slices.Contains(names, tt.can) || slices.Contains(names, tt.cannot) || (tt.why == "") != (said == "") ||
			len(said) < len(tt.why) || said[:len(tt.why)] != tt.why {
			t.Errorf("%s, %d to %d seats: %v, %q", tt.format, tt.least, tt.most, names, said)
		}
	}
}
