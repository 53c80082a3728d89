package alerts

import (
	"testing"

	"agon/contest/run"
	"agon/format/tournament"
)

// The author of a bot that made no move of its own in any of its games reads how it ends; of one that did, its last fault.
func TestAnAlertSaysThatABotDoesNotPlay(t *testing.T) {
	crash := tournament.Seat{Moves: 1, Faults: map[string]int{"crashed": 1}}
	late := tournament.Seat{Moves: 9, Faults: map[string]int{"late": 1}}
	for want, seats := range map[string][]tournament.Seat{
		"it does not play: crashes in turn 1 (game 7 is the last of 3 in a row)": {crash, crash, crash},
		"it crashed in game 7, the last of 3 games running with a fault":         {crash, late, crash},
	} {
		x := opened(t, Setup{After: 3})
		for i, s := range seats {
			x.Played("cup", run.Played{Game: 4 + i, Bots: []run.PlayedBot{{Name: "two", Faults: s.Faults, Silent: s.Silence()}}})
		}
		if rests := x.Take(); len(rests) != 1 || rests[0].Why != want {
			t.Errorf("%+v, not %q", rests, want)
		}
	}
}
