/*
Package swiss is the format for fields too large for all entries to meet: in each of a few rounds, entries meet others with about the same
points, and no pair meets twice.

If the size of the field is odd, the last in the table that has not had a bye gets one, which counts as a match won. Since opponents differ,
the table does not compare means: ties in points are broken by the sum of the opponents' points, and the range of places of an entry is
computed from Bradley-Terry strengths.
*/
package swiss

import (
	"fmt"
	"math/bits"
	"slices"

	"agon/game"
	"agon/tournament"
)

// Spec is the format "swiss".
var Spec = tournament.Spec{
	Name:  "swiss",
	About: "A few rounds that pair bots with equal points, no pair twice; ranks by points.",
	Keys: []game.Option{
		{Name: "rounds", Default: 0, Min: 0, Max: 1000, About: "number of rounds; 0: as many as a knockout would need"},
		tournament.BestOf, tournament.PlayAll, tournament.Rotations, tournament.Advance, tournament.UntilCertain, tournament.WhatIsCertain,
	},
	Grows: []tournament.Growth{
		{Key: "rounds", Longer: func(f *tournament.Field, was, now game.Settings) bool {
			return format{now}.rounds(f) >= format{was}.rounds(f)
		}},
		tournament.UntilGrows, tournament.AdvanceChanges, tournament.BestOfStays,
	},
	New: func(keys game.Settings) tournament.Format { return format{keys} },
}

type format struct{ keys game.Settings }

func (s format) Check(f *tournament.Field) error {
	if err := f.AtLeast(2, Spec.Name); err != nil {
		return err
	}
	if most := f.Size() - 1 + f.Size()%2; s.rounds(f) > most {
		return fmt.Errorf("rounds = %d: after %d rounds everybody of %d has met everybody", s.rounds(f), most, f.Size())
	}
	if err := tournament.ReadUntil(s.keys).Check(); err != nil {
		return err
	}
	if advance := s.keys.Int("advance"); advance > f.Size() {
		return tournament.TooFew("advance", advance, f.Size())
	}
	return f.SeatsFit(2)
}

func (s format) rounds(f *tournament.Field) int {
	if n := s.keys.Int("rounds"); n > 0 {
		return n
	}
	return bits.Len(uint(f.Size() - 1))
}

func (s format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{
		BestOf: s.keys.Int("best_of"), PlayAll: s.keys.Bool("play_all"), Rotations: s.keys.Int("games"), KeepOrder: f.KeepOrder,
	}
}

// Fixed reports true: no entry joins after the draw.
func (s format) Fixed() bool { return true }

// Ahead returns 1: the pairs depend on the round before.
func (s format) Ahead() int { return 1 }

func (s format) Games(f *tournament.Field) int {
	if !tournament.ReadUntil(s.keys).None() {
		return 0
	}
	return s.rounds(f) * (f.Size() / 2) * s.series(f).Least(2)
}

// Plan continues the matches that are not decided; if all are, it pairs the next round.
func (s format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	f, past = tournament.Succeeded(f, past, round)
	series := s.series(f)
	matches := past.Matches(series)
	if s.certain(f, past, matches) {
		return nil, true
	}
	var fixtures []tournament.Fixture
	for _, m := range matches {
		if !m.Decided && !slices.Contains(m.Absent(f), true) {
			fixtures = append(fixtures, series.More(m, m.Entries, f.MatchSeed(m.Number))...)
		}
	}
	if len(fixtures) > 0 {
		return fixtures, false
	}
	record := newRecord(f, matches)
	if record.rounds >= s.rounds(f) {
		return nil, true
	}
	for i, pair := range record.pair(func(i int) bool { return f.Gone(f.Entries[i], round) }) {
		number := len(matches) + i
		fixtures = append(fixtures, series.Open(number, f.Ordered(f.Entries[pair[0]], f.Entries[pair[1]]), f.MatchSeed(number))...)
	}
	return fixtures, false
}
