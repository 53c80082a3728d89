package ladder

import (
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

// crashing returns results in which some entries crash in turn 1, and otherwise the entry with the lower number wins.
func crashing(crash func(entry int) bool) func(tournament.Fixture) tournament.Result {
	return func(x tournament.Fixture) tournament.Result {
		winner := x.Seats[0]
		for _, e := range x.Seats {
			if crash(winner) || e < winner && !crash(e) {
				winner = e
			}
		}
		r := formattest.Pair(x, winner)
		for seat, e := range x.Seats {
			if crash(e) {
				r.Seats[seat].Moves, r.Seats[seat].Faults = 1, map[string]int{"crashed": 1}
			}
		}
		return r
	}
}

// gifts returns the number of an entry's games by round of play.
func gifts(l *tournament.Ledger, entry int) []int {
	games := make([]int, l.Rounds())
	past := l.All()
	for i := range past.Len() {
		g := past.Game(i)
		for seat := range g.Seats() {
			if g.Entry(seat) == entry {
				games[g.Round]++
			}
		}
	}
	return games
}

// A bot that crashes in turn 1 of every game is paired once a round, of which a short ladder has few.
func TestACrashingBotIsSetAside(t *testing.T) {
	for _, tt := range []struct {
		bots int
		keys map[string]any
		most int // games of the bot
	}{
		{4, map[string]any{"games": 20}, 6},
		{4, map[string]any{"games": 64}, 6},
		{4, map[string]any{"games": 200}, 12},
		{3, map[string]any{"games": 200}, 12},
		{5, map[string]any{"games": 200, "rotations": 2}, 24},
		{60, map[string]any{"games": 3000}, 50},
		{6, map[string]any{"games": 300, "seats": 3}, 24},
	} {
		f := tournament.Field{Seed: 4, MinSeats: 2, MaxSeats: 4}
		for e := range tt.bots {
			f.Entries = append(f.Entries, e)
		}
		l, format := formattest.Play(t, Spec, tt.keys, &f, crashing(func(e int) bool { return e == 1 }))
		all := 0
		each := format.(interface {
			length(f *tournament.Field, seats int) int
		}).length(&f, max(2, l.All().Game(0).Seats()))
		for round, games := range gifts(l, 1) {
			if all += games; round > 2 && games > each {
				t.Errorf("%d bots %v: %d games in round %d", tt.bots, tt.keys, games, round+1)
			}
		}
		if all > tt.most {
			t.Errorf("%d bots %v: %d games, and at most %d are right: %v", tt.bots, tt.keys, all, tt.most, gifts(l, 1))
		}
		table := tournament.Standings(format, &f, l.All()).Standings
		if got := table[tt.bots-1]; got.Entry != 1 || got.Idle != "does not play: crashes in turn 1" {
			t.Errorf("%d bots %v: the last is %+v", tt.bots, tt.keys, got)
		}
	}
}

// Without the key, as in ledgers of earlier versions, a bot that crashes is paired as all others.
func TestWithoutSetAsideEverybodyIsPaired(t *testing.T) {
	f := tournament.Field{Seed: 4, Entries: []int{0, 1, 2, 3}, MinSeats: 2, MaxSeats: 2}
	l, _ := formattest.Play(t, Spec, map[string]any{"games": 200, "set_aside": 0}, &f, crashing(func(e int) bool { return e == 1 }))
	if first := gifts(l, 1)[0]; first < 20 {
		t.Errorf("%d games in the first round", first)
	}
}

// Where too few others are there for a game, the ladder goes on with everybody to its end.
func TestAFieldOfCrashingBotsPlaysOn(t *testing.T) {
	for _, bots := range [][]int{{0, 1}, {0, 1, 2, 3, 4}} {
		f := tournament.Field{Seed: 4, Entries: bots, MinSeats: 2, MaxSeats: 2}
		l, _ := formattest.Play(t, Spec, map[string]any{"games": 300}, &f, crashing(func(e int) bool { return e > 0 }))
		if l.Done() != 300 || l.Rounds() > 12 {
			t.Errorf("%d bots: %d games in %d rounds", len(bots), l.Done(), l.Rounds())
		}
	}
}

// A bot that makes a move again, and a new version, are paired as others.
func TestWhoMovesAgainIsPairedAsOthers(t *testing.T) {
	for name, instead := range map[string]bool{"it moves again": false, "a new version": true} {
		f := tournament.Field{Seed: 4, Entries: []int{0, 1, 2, 3}, MinSeats: 2, MaxSeats: 2}
		format := made(t, map[string]any{"games": 1200})
		l, entry := tournament.NewLedger(0, 0), 1
		for l.Rounds() < 12 {
			repaired := l.Rounds() >= 6
			if repaired && instead && entry == 1 {
				f.Change(tournament.Change{Round: l.Rounds(), Entry: 1, What: tournament.Left, Instead: -1})
				f.Change(tournament.Change{Round: l.Rounds(), Entry: 4, What: tournament.Joined, Instead: 1})
				entry = 4
			}
			fixtures, _ := tournament.Next(format, &f, l)
			if err := l.Plan(fixtures...); err != nil {
				t.Fatal(err)
			}
			result := crashing(func(e int) bool { return e == 1 && (instead || !repaired) })
			for _, x := range l.Open() {
				if _, err := l.Enter(result(x)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if games := gifts(l, 1); games[5] > 2 {
			t.Errorf("%s: %d games in round 6", name, games[5])
		}
		if games := gifts(l, entry); games[10] < 8 {
			t.Errorf("%s: %v games by round, of which those from round 10 on should be many", name, games)
		}
		for _, line := range tournament.Standings(format, &f, l.All()).Standings {
			if line.Entry == entry && line.Idle != "" {
				t.Errorf("%s: %s", name, line.Idle)
			}
		}
	}
}
