package compile

import (
	"cmp"
	"slices"

	"agon/show/report"
)

// choose returns the indexes of the games that have pages: those of the jury's page, and as many others as pages allows. First the best
// game of each stage, then each bot's last and first game of a stage, then games with faults, for at most a quarter of the pages, and the
// rest are the newest.
func choose(r *report.Run, pages int) map[int]bool {
	chosen, left := closest(r), pages
	add := func(i int) {
		if left > 0 && !chosen[i] {
			chosen[i] = true
			left--
		}
	}
	newest := func(wanted func(g *report.Game) bool) {
		for i := len(r.Games) - 1; i >= 0 && left > 0; i-- {
			if wanted(&r.Games[i]) {
				add(i)
			}
		}
	}
	best := map[int]bool{} // by number
	for i := range r.Stages {
		if _, _, b := r.Stages[i].Extremes(); b != nil {
			best[b.BestGame+1] = true
		}
	}
	newest(func(g *report.Game) bool { return best[g.Number] })
	newest(firstSeen())
	first := firstSeen()
	for i := range r.Games {
		if first(&r.Games[i]) {
			add(i)
		}
	}
	least := left - pages/4
	newest(func(g *report.Game) bool { return g.Faults > 0 && left > least })
	newest(func(*report.Game) bool { return true })
	return chosen
}

// closest returns the indexes of the games of the jury's page.
func closest(r *report.Run) map[int]bool {
	chosen := map[int]bool{}
	if r.Jury == nil {
		return chosen
	}
	at := map[int]int{}
	for i := range r.Games {
		at[r.Games[i].Number] = i
	}
	for _, b := range r.Jury.Bots {
		for _, m := range b.Closest {
			if i, ok := at[m.Game]; ok {
				chosen[i] = true
			}
		}
	}
	return chosen
}

// firstSeen returns a function that reports whether a bot takes part whom it has not yet seen in the game's stage.
func firstSeen() func(g *report.Game) bool {
	type line struct{ stage, slot int }
	seen := map[line]bool{}
	return func(g *report.Game) bool {
		fresh := false
		for _, s := range g.Seats {
			if at := (line{g.Stage, s.Slot}); !seen[at] {
				seen[at], fresh = true, true
			}
		}
		return fresh
	}
}

// Bounds of the games of a contest whose chances are estimated.
const (
	mostLooked = 3
	fewPlayed  = 20 // a contest with fewer games has none
)

// lookedAt returns the indexes of the games whose chances are estimated, of those that have pages, once the contest is over: games of the
// last stage, those among its first bots first, and of these the newest.
func lookedAt(r *report.Run, chosen map[int]bool) map[int]bool {
	looked, last := map[int]bool{}, r.Last()
	if !r.Finished || r.Played < fewPlayed || last == nil {
		return looked
	}
	places := map[int]int{}
	for i := range last.Standings {
		places[last.Standings[i].Entry] = i
	}
	lowest := func(i int) (place int) {
		for _, s := range r.Games[i].Seats {
			place = max(place, places[s.Slot])
		}
		return place
	}
	var games []int
	for i := range slices.Backward(r.Games) {
		if g := &r.Games[i]; chosen[i] && g.Stage == len(r.Stages)-1 && len(g.Seats) > 1 {
			games = append(games, i)
		}
	}
	slices.SortStableFunc(games, func(i, j int) int { return cmp.Compare(lowest(i), lowest(j)) })
	for _, i := range games[:min(mostLooked, len(games))] {
		looked[i] = true
	}
	return looked
}
