package compile

import (
	"testing"

	"agon/show/report"
)

// TestGamesWithPages: the newest games have pages, the first and last of each bot, some with faults, and the jury's.
func TestGamesWithPages(t *testing.T) {
	r := &report.Run{Stages: make([]report.Stage, 1)}
	for n := 1; n <= 400; n++ {
		g := report.Game{Number: n, Seats: []report.Seat{{Slot: n % 3}, {Slot: (n + 1) % 3}}}
		if n <= 2 {
			g.Seats[1].Slot = 3 // a bot that left early
		}
		if n >= 100 && n < 200 {
			g.Faults = 1
		}
		r.Games = append(r.Games, g)
	}
	r.Jury = &report.Jury{Bots: []report.JuryBot{{Closest: []report.Margin{{Game: 50}}}}}
	chosen := choose(r, 40)
	if len(chosen) != 41 {
		t.Errorf("%d games have pages", len(chosen))
	}
	for why, number := range map[string]int{"the newest": 400, "one of the newest": 380, "the first": 1, "the last of the bot that left": 2,
		"the last with a fault": 199, "the jury's": 50} {
		if !chosen[number-1] {
			t.Errorf("game %d has no page: it is %s", number, why)
		}
	}
	faulty := 0
	for i := range chosen {
		faulty += r.Games[i].Faults
	}
	if faulty != 10 {
		t.Errorf("%d of 40 pages show faults", faulty)
	}
	if all := choose(r, 1000); len(all) != 400 {
		t.Errorf("%d of 400 have pages where there is room for all", len(all))
	}
	if none := choose(r, 0); len(none) != 1 {
		t.Errorf("%d games have pages where only the jury's should", len(none))
	}
}

// TestGamesThatAreLookedAt: once a contest with many games is over, the newest games between the first bots of its last stage are.
func TestGamesThatAreLookedAt(t *testing.T) {
	r := &report.Run{Finished: true, Played: 40, Stages: []report.Stage{{}, {}}}
	for _, entry := range []int{2, 0, 1} {
		line := report.Standing{}
		line.Entry = entry
		r.Stages[1].Standings = append(r.Stages[1].Standings, line)
	}
	chosen := map[int]bool{}
	for n := 1; n <= 40; n++ {
		g := report.Game{Number: n, Stage: min(1, n/20), Seats: []report.Seat{{Slot: n % 3}, {Slot: (n + 1) % 3}}}
		r.Games = append(r.Games, g)
		chosen[n-1] = n != 38
	}
	for n := range lookedAt(r, chosen) {
		if g := &r.Games[n]; g.Number < 29 || !(g.Number%3 == 2) || g.Number == 38 { // those of entries 2 and 0
			t.Errorf("game %d of entries %d and %d is looked at", g.Number, g.Seats[0].Slot, g.Seats[1].Slot)
		}
	}
	if n := len(lookedAt(r, chosen)); n != mostLooked {
		t.Errorf("%d games are looked at", n)
	}
	r.Finished = false
	if n := len(lookedAt(r, chosen)); n != 0 {
		t.Errorf("%d games of a contest that goes on are looked at", n)
	}
}
