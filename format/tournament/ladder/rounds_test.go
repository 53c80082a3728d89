package ladder

import (
	"slices"
	"testing"

	"agon/format/tournament"
)

// TestRoundsOfABoundedLength: rounds have at most as many games as they may, a bot that joins plays in the next one, and one that crashes
// is paired no more often than in rounds that are not bounded.
func TestRoundsOfABoundedLength(t *testing.T) {
	const most, joins, rounds = 8, 20, 48
	f := tournament.Field{Seed: 4, MinSeats: 2, MaxSeats: 2}
	for entry := range 9 {
		f.Entries = append(f.Entries, entry)
	}
	format, l := made(t, map[string]any{"round_games": most}), tournament.NewLedger(0, 0)
	play := crashing(func(entry int) bool { return entry == 1 })
	for round := range rounds {
		if round == joins {
			f.Change(tournament.Change{Round: round, Entry: 9, What: tournament.Joined, Instead: -1})
		}
		fixtures, over := tournament.Next(format, &f, l)
		if len(fixtures) == 0 || len(fixtures) > most || over {
			t.Fatalf("round %d has %d games", round+1, len(fixtures))
		}
		if round == joins && !slices.ContainsFunc(fixtures, func(x tournament.Fixture) bool { return slices.Contains(x.Seats, 9) }) {
			t.Errorf("the round after the bot has joined is %v", fixtures)
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range l.Open() {
			if _, err := l.Enter(play(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
	all := 0
	for _, games := range gifts(l, 1) {
		all += games
	}
	if all > 24 {
		t.Errorf("the bot that crashes had %d of %d games: %v", all, l.Done(), gifts(l, 1))
	}
}

// TestRoundsOfOneMatch: a match has all its games though a round may have fewer.
func TestRoundsOfOneMatch(t *testing.T) {
	w, l := newWorld(5, 1, 3), tournament.NewLedger(0, 0)
	format := made(t, map[string]any{"round_games": 1, "rotations": 2})
	for range 12 {
		before := l.Done()
		if w.round(t, l, format); l.Done() != before+4 {
			t.Fatalf("a round of %d games", l.Done()-before)
		}
	}
}

// TestABotThatIsPairedSeldom: it has one match in so many games, whatever the length of rounds, and about as many as it may; with too few
// others it is paired as they are.
func TestABotThatIsPairedSeldom(t *testing.T) {
	for _, keys := range []map[string]any{{}, {"round_games": 6}, {"set_aside": 0}, {"rotations": 2, "round_games": 16}} {
		w, l := newWorld(12, 1, 3), tournament.NewLedger(0, 0)
		keys["seldom"] = "5,64"
		format := made(t, keys)
		for l.Done() < 1500 {
			w.round(t, l, format)
		}
		all, last := 0, 0
		for id := range l.Planned() {
			f := l.Fixture(id)
			if id < 200 || !slices.Contains(f.Seats, 5) { // at the beginning no move of any bot is known
				continue
			}
			if all++; f.Game == 0 && f.ID-last < 64 {
				t.Errorf("%v: a match in game %d, after that in game %d", keys, f.ID, last)
			}
			last = f.ID
		}
		if each := l.Done() / 32; all < each/4 || all > each+4 {
			t.Errorf("%v: %d of %d games", keys, all, l.Done())
		}
	}
	w, l := newWorld(2, 1, 3), tournament.NewLedger(0, 0)
	format := made(t, map[string]any{"seldom": "0,64,1,64"})
	for range 3 {
		if w.round(t, l, format); l.Done() == 0 {
			t.Fatal("two slow bots play no game")
		}
	}
}
