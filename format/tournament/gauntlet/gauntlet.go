/*
Package gauntlet is the format in which challengers, the first entries of the field, meet each of the others. Challengers do not meet each
other, nor do the others, so many bots are measured by few in few games.

A rotation is a match: a challenger and another on one start, from each seat once. In games of more seats a challenger meets the others in
groups that are drawn anew for each rotation; the last group is filled with some of them a second time. Every rotation of all matches is
played before the next, so the stage may become longer. The table ranks by strengths of the Plackett-Luce model, for games of two of the
Bradley-Terry model, which makes one scale of all results.
*/
package gauntlet

import (
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "gauntlet".
var Spec = tournament.Spec{
	Name:  "gauntlet",
	About: "The first bots of the field, the challengers, meet each of the others; ranks by ratings with intervals.",
	Keys: []game.Option{
		{Name: "challengers", Title: "Challengers", Default: 1, Min: 1, Max: 1 << 16,
			About: "number of bots, from the first of the field, that meet each of the others, and not each other"},
		{Name: "games", Title: "Rotations of the seats", Default: 1, Min: 1, Max: 1_000_000,
			About: "a rotation plays one start once from every seat; a challenger plays this many against each of the others"},
		{Name: "seats", Title: "Bots in each game", Default: 0, Min: 0, Max: game.MaxSeats,
			About: "bots in each game: a challenger and some of the others, drawn; 0: two, or as many as the kind needs"},
		{Name: "rating.start", Title: "Rating of the middle", Default: 1000.0, Min: -tournament.MostRating, Max: tournament.MostRating,
			About: "rating of the middle of the field; 400 points are odds of ten to one"},
		tournament.Advance,
	},
	Grows: []tournament.Growth{tournament.Growing("games"), tournament.AdvanceChanges},
	New:   func(keys game.Settings) tournament.Format { return format{keys} },
}

type format struct{ keys game.Settings }

// seats returns the number of bots in each game.
func (g format) seats(f *tournament.Field) int {
	if n := g.keys.Int("seats"); n > 0 {
		return max(2, n)
	}
	return max(2, f.MinSeats)
}

func (g format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{KeepOrder: f.KeepOrder}
}

func (g format) Check(f *tournament.Field) error {
	if err := f.SeatsFit(g.seats(f)); err != nil {
		return err
	}
	if err := f.AtLeast(g.keys.Int("challengers")+g.seats(f)-1, Spec.Name); err != nil {
		return err
	}
	if advance := g.keys.Int("advance"); advance > f.Size() {
		return tournament.TooFew("advance", advance, f.Size())
	}
	return nil
}

// Fixed reports true: who meets whom is known before the first game.
func (g format) Fixed() bool { return true }

// Ahead returns 2: no game depends on another.
func (g format) Ahead() int { return 2 }

func (g format) Games(f *tournament.Field) int { return g.keys.Int("games") * g.rotation(f.At(-1)) }

// rotation returns the number of games in one rotation of all matches.
func (g format) rotation(f *tournament.Field) int {
	n, seats := g.keys.Int("challengers"), g.seats(f)
	groups := (f.Size() - n + seats - 2) / (seats - 1)
	return max(1, n*groups*g.series(f).Length(seats))
}

// leastGames is about the least number of games of a round of play, so that no core waits.
const leastGames = 64

// Plan plans some rotations of all matches in each round of play.
func (g format) Plan(f *tournament.Field, past tournament.Past, round int) (fixtures []tournament.Fixture, over bool) {
	f, past = tournament.Succeeded(f, past, round)
	each := (leastGames-1)/g.rotation(f) + 1
	games := g.keys.Int("games")
	if round*each >= games {
		return nil, true
	}
	n := g.keys.Int("challengers")
	gone := func(e int) bool { return f.Gone(e, round) }
	challengers, others := slices.Clone(f.Entries[:n]), slices.Clone(f.Entries[n:])
	challengers, others = slices.DeleteFunc(challengers, gone), slices.DeleteFunc(others, gone)
	match := past.NextMatch()
	for rotation := round * each; rotation < min(games, (round+1)*each); rotation++ {
		for _, challenger := range challengers {
			for _, group := range g.groups(f, others, challenger, rotation) {
				bots := f.Ordered(append([]int{challenger}, group...)...)
				fixtures = append(fixtures, g.series(f).Open(match, bots, f.MatchSeed(match))...)
				match++
			}
		}
	}
	return fixtures, len(fixtures) == 0
}

// groupsPurpose separates the dice of groups from other dice.
const groupsPurpose = 0x6761756e746c6574

// groups returns the others that a challenger meets in a rotation, by game.
func (g format) groups(f *tournament.Field, others []int, challenger, rotation int) (groups [][]int) {
	size := g.seats(f) - 1
	if len(others) < size {
		return nil
	}
	if size > 1 {
		dice := f.Dice(groupsPurpose, int64(challenger), int64(rotation))
		others = slices.Clone(others)
		dice.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	}
	for from := 0; from < len(others); from += size {
		group := slices.Clone(others[from:min(from+size, len(others))])
		groups = append(groups, append(group, others[:size-len(group)]...))
	}
	return groups
}

// ranksPurpose separates the dice of ranks from other dice.
const ranksPurpose = 0x72616e6b73

// Table ranks by strength, fitted to the complete rotations.
func (g format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	left := max(0, 1-float64(past.Results())/float64(g.Games(f)))
	lines, places, advance := tournament.GameLines(f, past), f.Places(), g.keys.Int("advance")
	online := rating.NewOnline(f.Size(), 0)
	online.Fit(g.units(f, past, places))
	rest := rating.NewRest(online.Estimates(), nil, advance, left)
	ranking := online.Ranks(game.SubSeed(f.Seed, ranksPurpose, int64(past.Len())), rest.See)
	for i := range lines {
		at := places[lines[i].Entry]
		strength := rating.Strength{Log: ranking.Log[at], Err: ranking.Err[at]}
		lines[i].Rating, lines[i].RatingError = strength.Points(g.keys.Float("rating.start"))
	}
	tournament.SortLines(lines, func(s tournament.Standing) float64 { return s.Rating })
	equal := func(a, b tournament.Standing) bool { return a.Rating == b.Rating }
	tournament.Settle(lines, advance, equal, func(i int) (low, high int) {
		at := places[lines[i].Entry]
		return ranking.Low[at], ranking.High[at]
	})
	for i := range lines {
		if past.Results() > 0 {
			at := places[lines[i].Entry]
			lines[i].Hope(ranking.First[at], rest, at)
		}
	}
	tournament.ShareFirst(lines)
	rated := func(s tournament.Standing) (value, err float64) { return s.Rating, s.RatingError }
	return tournament.Table{By: tournament.ByRating, Standings: lines, NotApart: tournament.Blocks(lines, past.Results(), rated)}
}

// units returns the results that rank, in the form that ratings read: the complete rotations of all matches.
func (g format) units(f *tournament.Field, past tournament.Past, places []int) rating.Units {
	return func(yield func([]rating.Meeting) bool) {
		for _, m := range past.Matches(g.series(f)) {
			for _, unit := range g.series(f).Results(m, func(entry int) int { return places[entry] }) {
				if !yield(unit) {
					return
				}
			}
		}
	}
}
