/*
Package divisions is the format of a large ladder in divisions of about equal bots, with promotion and relegation.

It exists beside ladder because every game is between about equal bots, and a bot of a thousand has no more opponents than one of twenty.

# A season

In a season every bot meets all others of its division, in the rounds of the circle method; nobody moves. Then the best of each division
change places with the worst of the one above. A season begins when all results of the one before are known, after a round of play without
games, which separates seasons in the plan. A division is ranked by the matches of the season, as a round-robin is; see package league.

# When the field changes

The next season closes gaps with the bots below them. A new version takes over the division, the points and the rest of the season. A bot
that joins plays in the lowest division while that has room, else from the next season on. Matches with bots that are gone count for nobody.
*/
package divisions

import (
	"fmt"
	"slices"

	"agon/format/tournament"
	"agon/format/tournament/league"
	"agon/game"
)

// Spec is the format "divisions".
var Spec = tournament.Spec{
	Name:  "divisions",
	About: "All bots of a division meet in a season; then its best change places with the worst of the one above. For large fields.",
	Keys: []game.Option{
		{Name: "size", Title: "Bots in a division", Default: 16, Min: 2, Max: 256, About: "bots in a division; the lowest varies by half"},
		{Name: "promoted", Title: "Bots that move up", Default: 2, Min: 1, Max: 128, About: "bots that move up, and as many that go down"},
		{Name: "games", Title: "Rotations of the seats", Default: 1, Min: 1, Max: 10_000,
			About: "a rotation plays one start once from every seat; each two bots of a division play this many in a season"},
		{Name: "seasons", Title: "Seasons", Default: 0, Min: 0, Max: 100_000, About: "number of seasons; 0: unlimited"},
		tournament.Advance,
	},
	Grows: []tournament.Growth{tournament.GrowingLimit("seasons"), tournament.AdvanceChanges},
	New: func(keys game.Settings) tournament.Format {
		return &format{size: keys.Int("size"), least: max(2, keys.Int("size")/2), promoted: keys.Int("promoted"), games: keys.Int("games"),
			seasons: keys.Int("seasons"), advance: keys.Int("advance")}
	},
}

type format struct{ size, least, promoted, games, seasons, advance int }

// Check returns why a field cannot play in divisions.
func (d *format) Check(f *tournament.Field) error {
	if err := f.AtLeast(2, Spec.Name); err != nil {
		return err
	}
	if 2*d.promoted > d.size {
		return fmt.Errorf("promoted = %d and as many that move down are more than the size = %d bots of a division: "+
			"set promoted = %d or less", d.promoted, d.size, d.size/2)
	}
	if d.advance > f.Size() {
		return tournament.TooFew("advance", d.advance, f.Size())
	}
	return f.SeatsFit(2)
}

// Ahead returns 2: within a season no match depends on another.
func (d *format) Ahead() int { return 2 }

// Endless reports whether the number of seasons is unlimited.
func (d *format) Endless() bool { return d.seasons == 0 }

// Limit returns a key that ends them.
func (d *format) Limit(int) string { return "seasons = 10" }

// Games returns the number of games of all seasons, 0 if their number is unlimited.
func (d *format) Games(f *tournament.Field) (games int) {
	for _, division := range d.split(f.At(-1).Entries) {
		games += d.seasons * league.Meetings(len(division), 2) * d.series(f).Length(2)
	}
	return games
}

func (d *format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{Rotations: d.games, KeepOrder: f.KeepOrder}
}

// split returns entries, the best first, in divisions; the lowest of several has d.least at least.
func (d *format) split(entries []int) (divisions [][]int) {
	for len(entries) >= d.size+d.least {
		divisions, entries = append(divisions, entries[:d.size:d.size]), entries[d.size:]
	}
	return append(divisions, entries)
}

// Plan returns the next matches of the season, or the first of a new one if the season before is over.
func (d *format) Plan(f *tournament.Field, past tournament.Past, round int) (fixtures []tournament.Fixture, over bool) {
	s := d.season(f, past)
	if s.number == 0 || s.last < round-1 {
		if d.seasons > 0 && s.number >= d.seasons {
			return nil, true
		}
		s.begin(past, past.Len(), round)
	}
	now, match := f.At(round), past.NextMatch()
	for _, pair := range s.meetings(past.From(s.first).Succeeded(f.Successors(round)), round) {
		fixtures = append(fixtures, d.series(f).Open(match, now.Ordered(pair...), f.MatchSeed(match))...)
		match++
	}
	return fixtures, false
}

// Table returns the tables of the newest season, the best division first. Matches and their points are those of the season; games, scores,
// times and faults are those of the stage.
func (d *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	past = past.WithGaps()
	s := d.season(f, past)
	if s.number == 0 {
		s.divisions = d.split(f.At(tournament.Now).Entries)
	}
	table := s.table(past.From(s.first), tournament.Now, f.OrderOnly)
	next := map[int]int{} // division of the next season, by entry
	for at, division := range s.next(table) {
		for _, entry := range division {
			next[entry] = at
		}
	}
	barred := f.AllBarred(tournament.Now)
	counted := slices.DeleteFunc(slices.Clone(f.Entries), func(entry int) bool { return barred[entry] })
	whole, places, above := tournament.Lines(f, past.Among(counted)), f.Places(), 0
	for i := range table.Standings {
		line := &table.Standings[i]
		w := &whole[places[line.Entry]]
		line.Played, line.GamesWon, line.GamesDrawn, line.GamesLost = w.Played, w.GamesWon, w.GamesDrawn, w.GamesLost
		line.Score, line.Low, line.High, line.Deviation = w.Score, w.Low, w.High, w.Deviation
		line.Tenth, line.Ninetieth, line.Best, line.BestGame = w.Tenth, w.Ninetieth, w.Best, w.BestGame
		if i > 0 && line.Group != table.Standings[i-1].Group {
			above = i
		}
		line.Above, line.Through = above, d.advance == 0 || i < d.advance
		if line.Wins+line.Draws+line.Losses > 0 && s.number != d.seasons {
			line.Rise = line.Group - next[line.Entry]
		}
	}
	table.AllMeet = false // in each season: there is no cross table of all of them
	return table
}
