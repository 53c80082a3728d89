package arena

import (
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// blockSize returns the number of games in a block of games with this many seats.
func (a *format) blockSize(f *tournament.Field, seats int) int {
	if !a.blocks {
		return 1
	}
	return turn(f, seats) * max(f.Mirrors, 1)
}

// turn returns the number of games in which every bot has every seat once.
func turn(f *tournament.Field, seats int) int {
	if f.KeepOrder {
		return 1
	}
	return seats
}

// planBlocks plans whole blocks, with this many games or a few more. The games of a block are one match.
func (a *format) planBlocks(f *tournament.Field, d *draw, plan *tournament.SizePlan, past tournament.Past,
	games int) (fixtures []tournament.Fixture) {
	for match := past.NextMatch(); len(fixtures) < games; match++ {
		seats := plan.Next(match, func(seats int) int { return a.blockSize(f, seats) })
		bots := d.next(match, seats)
		for number := range a.blockSize(f, seats) {
			shift := number % turn(f, seats)
			if number > 0 {
				d.sitDown(bots, shift)
			}
			x := tournament.Fixture{Match: match, Game: number, Seats: slices.Concat(bots[shift:], bots[:shift]), Seed: f.MatchSeed(match)}
			if f.Mirrors > 0 {
				x.Seed = game.MirrorSeed(x.Seed, number/turn(f, seats))
			}
			fixtures = append(fixtures, x)
		}
	}
	return fixtures
}

// sitDown counts a further game of a block, in which the bots sit this many seats further.
func (d *draw) sitDown(entries []int, shift int) {
	bots := make([]int, len(entries))
	for i := range bots {
		bots[i] = d.places[entries[(i+shift)%len(entries)]]
	}
	d.note(bots)
}

// scores returns the scores that are independent of each other, by the entries' places in the field: those of each game with a result, or
// with blocks the mean scores of each complete block.
func (a *format) scores(past tournament.Past, places []int) rating.Games {
	return func(yield func([]int, []float64) bool) {
		var entries []int
		var values []float64
		for i := 0; i < past.Len(); {
			first := past.Game(i)
			games, done := 0, true
			for ; i < past.Len(); i++ {
				g := past.Game(i)
				if games > 0 && (!a.blocks || g.Match != first.Match) {
					break
				}
				games++
				if done = done && g.Done; !done {
					continue
				}
				if games == 1 {
					entries, values = entries[:0], values[:0]
					for seat := range g.Seats() {
						entries, values = append(entries, places[g.Entry(seat)]), append(values, g.Score(seat))
					}
					continue
				}
				for seat := range g.Seats() {
					values[slices.Index(entries, places[g.Entry(seat)])] += g.Score(seat)
				}
			}
			if !done {
				continue
			}
			if games > 1 {
				for k := range values {
					values[k] /= float64(games)
				}
			}
			if !yield(entries, values) {
				return
			}
		}
	}
}
