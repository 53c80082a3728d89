/*
Package knockout is the format of the bracket: the loser of a match is out, and the last one left wins.

# The draw

The field is put into seeding order, drawn or by rating, and the bracket is filled so that the first two can meet only in the final, the
first four only in the semi-finals, and so on. If the size of the field is not a power of two the best seeds have a bye in the first
round.

With elimination = "double" losers continue in the losers' bracket, and are out after losing there; see trees.go.

# A tied match

A match that ends tied is extended, game by game with the next seed, by at most as many games as the key replays says. If it is still
tied, the entry with fewer faults wins, then the one with the better place in the draw.
*/
package knockout

import (
	"errors"

	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "knockout".
var Spec = tournament.Spec{
	Name:  "knockout",
	About: "A bracket: a lost match is the end.",
	Keys: []game.Option{
		{Name: "seeding", Title: "Seeding", Default: "drawn", Values: []string{"drawn", "rating"},
			About: "drawn: by the contest's seed; rating: the better a bot was rated or placed before, or the higher it stands in the " +
				"line-up, the later it meets its like"},
		{Name: "best_of", Title: "Games of a match", Default: 1, Min: 1, Max: 999,
			About: "most games of a match; it ends when nobody can catch up with the leader"},
		{Name: "replays", Title: "Extra games of a tied match", Default: 3, Min: 0, Max: 100,
			About: "number of extra games for a tied match, each with the next seed; then fewer faults win, then the better place in the " +
				"draw"},
		{Name: "elimination", Title: "Elimination", Default: "single", Values: []string{"single", "double"},
			About: "single: out after one lost match; double: after two"},
		{Name: "third_place", Title: "Match for third place", Default: false,
			About: "play a match for third place between the losers of the semi-finals"},
		tournament.Advance,
		{Name: "until", Title: "Stop when certain", Default: game.Until("0"),
			About: `ends a match when its leader has won it with so high a probability that all matches are right with this one, as "95 %", and the stage when what must be certain (key certain) is known; 0: never`},
		tournament.WhatIsCertain,
	},
	Grows: []tournament.Growth{tournament.BestOfStays},
	New: func(keys game.Settings) tournament.Format {
		return &Format{
			byRating: keys.Text("seeding") == "rating", bestOf: keys.Int("best_of"), replays: keys.Int("replays"),
			double: keys.Text("elimination") == "double", third: keys.Bool("third_place"), advance: keys.Int("advance"),
			until: tournament.ReadUntil(keys),
		}
	},
}

// A Format is a knockout with its keys. Besides the methods of all formats it has Bracket, which returns the bracket of its table.
type Format struct {
	byRating bool
	bestOf   int
	replays  int
	double   bool
	third    bool
	advance  int
	until    tournament.Until
}

// Check returns why this field cannot play a bracket; nil if it can.
func (k *Format) Check(f *tournament.Field) error {
	if err := f.AtLeast(2, Spec.Name); err != nil {
		return err
	}
	if err := k.until.Check(); err != nil {
		return err
	}
	if k.double && k.third {
		return errors.New("third_place needs elimination = \"single\": of a double elimination the third is known without a match for it")
	}
	if k.advance > f.Size() {
		return tournament.TooFew("advance", k.advance, f.Size())
	}
	return f.SeatsFit(2)
}

// Fixed reports true: no entry joins after the draw.
func (k *Format) Fixed() bool { return true }

// Ahead returns 1: the pairs depend on the round before.
func (k *Format) Ahead() int { return 1 }

// Games returns the minimum number of games of the bracket, 0 if it may end early.
func (k *Format) Games(f *tournament.Field) int {
	if !k.until.None() {
		return 0
	}
	return k.matches(f) * k.series(f).Least(2)
}

// matches returns the number of matches that are certain without an early end.
func (k *Format) matches(f *tournament.Field) int {
	matches := f.Size() - 1
	switch {
	case k.double:
		matches *= 2 // all but the winner lose twice; the second final is not certain
	case k.third && f.Size() > 3:
		matches++
	}
	return matches
}

func (k *Format) series(f *tournament.Field) tournament.Series {
	s := tournament.Series{BestOf: k.bestOf, Extra: k.replays, KeepOrder: f.KeepOrder}
	if !k.until.None() {
		s.Wrong = k.until.Wrong() / float64(2*f.Size()) // there are fewer matches than that
	}
	return s
}

// Plan starts every match whose two entries are known, and continues those that are not decided.
func (k *Format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	f, past = tournament.Succeeded(f, past, round)
	b := k.bracket(f, past)
	series := k.series(f)
	var fixtures []tournament.Fixture
	over := true
	if k.known(b) {
		return nil, true
	}
	for i := range b.Ties {
		t := &b.Ties[i]
		over = over && t.Winner != tournament.Unknown
		if !t.Live() {
			continue
		}
		seed, pair, played := f.MatchSeed(t.Number), f.Ordered(t.Sides[0], t.Sides[1]), b.played[t.Number]
		if played == nil {
			fixtures = append(fixtures, series.Open(t.Number, pair, seed)...)
			continue
		}
		fixtures = append(fixtures, series.More(played, pair, seed)...)
	}
	return fixtures, over
}
