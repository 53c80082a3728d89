package tournament_test

import (
	"testing"

	"agon/format/tournament"
	"agon/game"
)

// TestSilence: a bot made no move of its own where it crashed, was late or ended at its first and was absent from then on, also where that
// end is the game's; not where it answered once. Its author reads how it ended.
func TestSilence(t *testing.T) {
	for name, c := range map[string]struct {
		moves  int
		faults map[string]int
		want   string
	}{
		"a late first answer that ends the game": {1, map[string]int{"late": 1}, "does not play: no answer in turn 1"},
		"a late first answer, then absent":       {30, map[string]int{"late": 1, "gone": 29}, "does not play: no answer in turn 1"},
		"a crash that ends the game":             {1, map[string]int{"crashed": 1}, "does not play: crashes in turn 1"},
		"a crash, then absent":                   {30, map[string]int{"crashed": 1, "gone": 29}, "does not play: crashes in turn 1"},
		"too much memory, then absent": {30, map[string]int{"memory": 1, "gone": 29},
			"does not play: exceeds its memory limit in turn 1"},
		"never started":                      {30, map[string]int{"unstarted": 30}, "does not play: cannot be started"},
		"gone before its first move":         {30, map[string]int{"gone": 30}, "does not play: no answer in turn 1"},
		"late in its second move":            {2, map[string]int{"late": 1}, ""},
		"late in each move, and asked again": {2, map[string]int{"late": 2}, ""},
		"an illegal answer":                  {1, map[string]int{"illegal": 1}, ""},
		"pondering beside its only move":     {1, map[string]int{"pondering": 1}, ""},
		"no move owed":                       {0, nil, ""},
	} {
		if got := (tournament.Seat{Moves: c.moves, Faults: c.faults}).Silence().String(); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// TestIdle: an entry is idle when its last three games, in the order of the plan and not in that of their ends, have no move of its own.
func TestIdle(t *testing.T) {
	moved := tournament.Seat{Place: 1, Moves: 9}
	silent := tournament.Seat{Place: 2, Moves: 1, Faults: map[string]int{game.Crashed.String(): 1}}
	absent := tournament.Seat{Place: 2, Moves: 9, Faults: map[string]int{game.Unstarted.String(): 9}}
	unasked := tournament.Seat{Place: 1}
	for name, c := range map[string]struct {
		games []tournament.Seat // of entry 1, in the order of the plan
		want  string
	}{
		"three crashes":                   {[]tournament.Seat{silent, silent, silent}, "does not play: crashes in turn 1"},
		"three crashes, then not started": {[]tournament.Seat{silent, silent, silent, absent, absent}, "does not play: crashes in turn 1"},
		"a move before":                   {[]tournament.Seat{moved, silent, silent, silent}, "does not play: crashes in turn 1"},
		"a move after":                    {[]tournament.Seat{silent, silent, silent, moved}, ""},
		"games that ended before its turn": {[]tournament.Seat{silent, unasked, silent, silent, unasked},
			"does not play: crashes in turn 1"},
		"two crashes":       {[]tournament.Seat{silent, silent}, ""},
		"a move among them": {[]tournament.Seat{silent, moved, silent, silent}, ""},
	} {
		l := tournament.NewLedger(0, 0)
		for id := range c.games {
			if err := l.Plan(tournament.Fixture{ID: id, Match: id, Seats: []int{0, 1}}); err != nil {
				t.Fatal(err)
			}
		}
		for id := len(c.games) - 1; id >= 0; id-- {
			if _, err := l.Enter(tournament.Result{Fixture: id, Seats: []tournament.Seat{moved, c.games[id]}}); err != nil {
				t.Fatal(err)
			}
		}
		f := tournament.Field{Entries: []int{0, 1}}
		if got := tournament.Idle(&f, l.All()); got[1].String() != c.want || got[0] != 0 {
			t.Errorf("%s: %v, not %q", name, got, c.want)
		}
	}
}
