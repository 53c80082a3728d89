/*
Package arena is the format in which all bots play together in every game, or, with seats below the size of the field, in balanced draws.
The table ranks by mean score.

When the field changes a new series with the same number of games begins, and the table is that of the series.
*/
package arena

import (
	"errors"
	"fmt"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "arena".
var Spec = tournament.Spec{
	Name:  "arena",
	About: "Many games of all bots together, or of balanced draws of some of them; ranks by mean score.",
	Keys: []game.Option{
		{Name: "games", Title: "Games in all", Default: 100, Min: 1, Max: 10_000_000, About: "games in all"},
		{Name: "seats", Title: "Bots in each game", Default: game.List("0"), Min: 0, Max: game.MaxSeats,
			About: "bots in each game, drawn so that all play equally often and meet each other about equally often; several, as [2, 3, " +
				"4], are games of each size equally often; 0: all of them"},
		{Name: "blocks", Title: "Share out luck", Default: false,
			About: "play blocks of games that share out luck: each start from every seat where seats rotate, and " +
				"sets of mirrored deals where the kind has them. Ranks are certain after fewer games; the last block is completed"},
		tournament.UntilCertain, tournament.WhatIsCertain,
		{Name: "indifference", Title: "Differences that do not matter", Default: 0.0, Min: 0, Max: 1_000_000_000,
			About: "bots whose mean scores differ by less than this count as equal, so that the stage can end although they are; only " +
				"where it stops when certain"},
		tournament.Advance,
	},
	Grows: []tournament.Growth{tournament.Growing("games"), tournament.UntilGrows, tournament.AdvanceChanges},
	New: func(keys game.Settings) tournament.Format {
		return &format{
			games: keys.Int("games"), seats: tournament.Sizes(keys.List("seats").Ints()), blocks: keys.Bool("blocks"),
			advance: keys.Int("advance"),
			until:   tournament.ReadUntil(keys), indifference: keys.Float("indifference"),
		}
	},
}

type format struct {
	games        int
	seats        tournament.Sizes // {0}: all bots
	blocks       bool
	advance      int
	until        tournament.Until
	indifference float64 // of mean scores
}

func (a *format) Check(f *tournament.Field) error {
	if err := a.until.Check(); err != nil {
		return err
	}
	sizes := a.sizes(f)
	if a.blocks && f.KeepOrder && f.Mirrors == 0 {
		return errors.New("blocks = true: seats of this kind do not rotate, and its deals cannot be mirrored, at least with these options")
	}
	err := sizes.Check(f)
	if err != nil && a.seats[0] == 0 && f.Size() > f.MaxSeats {
		return fmt.Errorf("%w: set seats = %d to play balanced draws", err, f.MaxSeats)
	}
	if err == nil && a.advance > f.Size() {
		return tournament.TooFew("advance", a.advance, f.Size())
	}
	return err
}

// sizes returns the numbers of bots that games may have.
func (a *format) sizes(f *tournament.Field) tournament.Sizes {
	if len(a.seats) == 1 && a.seats[0] == 0 {
		return tournament.Sizes{f.Size()}
	}
	return a.seats
}

// Ahead returns 1 if every round of play may be the last, else 2.
func (a *format) Ahead() int {
	if !a.until.None() {
		return 1
	}
	return 2
}

func (a *format) Games(*tournament.Field) int {
	if !a.until.None() {
		return 0
	}
	return a.games
}

// firstRound is the number of games of the first round of play. Each later one has twice as many, up to 1024 times, so that long contests
// have few rounds.
const firstRound = 64

func (a *format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	series := f.LastChange(round) // the first round of play of the current series
	began := past.Len() - past.In(series)
	left := a.games - past.In(series)
	if left <= 0 || a.Reached(f, past) {
		return nil, true
	}
	f = f.At(round)
	sizes := a.sizes(f)
	d := newDraw(f, sizes...)
	plan := tournament.NewSizePlan(sizes, f, past.From(began))
	for i := range past.In(series) {
		d.remember(past.Game(began + i))
	}
	n := min(left, firstRound<<min(round-series, 10))
	if !a.until.None() {
		n = min(left, a.untilNext(f, past.In(series)))
	}
	if a.blocks {
		return a.planBlocks(f, d, plan, past, n), false
	}
	fixtures := make([]tournament.Fixture, n)
	for i := range fixtures {
		match := past.Len() + i
		fixtures[i] = tournament.Fixture{Match: match, Seats: d.next(match, plan.Next(match, one)), Seed: f.MatchSeed(match)}
	}
	return fixtures, false
}

// one is the number of games of a match.
func one(int) int { return 1 }

// Renews reports true: the table has only the games since the last change, since bots that met in one game are measured by each other.
func (a *format) Renews() bool { return true }

func (a *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	sure := !f.OrderOnly && past.Taken() == past.Len() && a.Reached(f, past)
	past = past.From(past.Len() - past.In(f.LastChange(tournament.Now)))
	f = f.At(tournament.Now)
	lines := tournament.ScoreLines(f, past)
	tournament.SortLines(lines, func(s tournament.Standing) float64 { return s.Score })
	if f.OrderOnly {
		tournament.Settle(lines, a.advance, tournament.EqualScores, nil)
		return tournament.Table{Standings: lines}
	}
	places := f.Places()
	compared := rating.Compare(f.Size(), a.scores(past, places))
	clusters := tournament.Place(lines, compared, func(s tournament.Standing) int { return places[s.Entry] }, a.advance)
	a.hope(f, lines, compared, past)
	sizes, seats := a.sizes(f), 0
	for _, n := range sizes {
		seats += n
	}
	for i := range clusters { // from games of each entry to games of the stage
		if clusters[i].More == rating.ManyGames {
			continue
		}
		clusters[i].More = clusters[i].More * f.Size() * len(sizes) / max(seats, 1)
	}
	table := tournament.Table{Standings: lines, NotApart: clusters}
	if sure {
		a.until.Settle(&table)
	}
	return table
}

// drawsPurpose separates the dice of draws of means from other dice.
const drawsPurpose = 0x6d65616e73

// hope sets the chances of the lines: of the highest true mean, and of advancing after the remaining games.
func (a *format) hope(f *tournament.Field, lines []tournament.Standing, compared *rating.Comparison, past tournament.Past) {
	if past.Results() == 0 {
		return
	}
	places, firsts := f.Places(), make([]float64, f.Size())
	rest := rating.NewRest(compared.Means(), nil, a.advance, max(0, 1-float64(past.Results())/float64(a.games)))
	compared.Draws(game.SubSeed(f.Seed, drawsPurpose), func(means []float64) {
		firsts[rating.Best(means)]++
		rest.See(means)
	})
	for i := range lines {
		at := places[lines[i].Entry]
		lines[i].Hope(rating.Round(firsts[at]/rating.RankDraws), rest, at)
	}
	tournament.ShareFirst(lines)
}
