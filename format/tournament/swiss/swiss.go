/*
Package swiss is the format for fields too large for all entries to meet: in each of a few rounds, entries meet others with about the same
points. As long as a round without a rematch is possible no pair meets twice; after that, as few as possible do.

If the size of the field is odd, the last in the table that has not had a bye gets one, which counts as a match won. Since opponents differ,
the table does not compare means: ties in points are broken by the sum of the opponents' points, and the range of places of an entry is
computed from Bradley-Terry strengths.
*/
package swiss

import (
	"fmt"
	"math/bits"
	"slices"

	"agon/format/tournament"
	"agon/game"
)

// Spec is the format "swiss".
var Spec = tournament.Spec{
	Name:  "swiss",
	About: "A few rounds that pair bots with equal points, no pair twice if that is possible; ranks by points.",
	Keys: []game.Option{
		{Name: "rounds", Title: "Rounds of pairings", Default: 0, Min: 0, Max: 1000,
			About: "number of rounds; 0: as many as a knockout would need"},
		tournament.BestOf, tournament.PlayAll, tournament.Rotations, tournament.Advance, tournament.UntilCertain, tournament.WhatIsCertain,
	},
	Grows: []tournament.Growth{
		{Key: "rounds", Longer: func(f *tournament.Field, was, now game.Settings) bool {
			return format{keys: now}.rounds(f) >= format{keys: was}.rounds(f)
		}},
		tournament.UntilGrows, tournament.AdvanceChanges, tournament.BestOfStays,
	},
	New: func(keys game.Settings) tournament.Format { return format{keys: keys} },
}

type format struct {
	keys   game.Settings
	former bool // pairs as earlier versions did
}

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

// Fresh returns the number of rounds that certainly have no rematch: as long as each bot has at least as many others before it as it has
// met, any pairs that have met leave a perfect matching (G. Dirac, 1952); one round more is certain where the bots cannot fall into two odd
// halves.
func Fresh(bots int) int {
	half := (bots + 1) / 2
	return half + 1 - half%2
}

// Caution reports that pairs may meet twice, if there are so many rounds.
func (s format) Caution(f *tournament.Field) string {
	fresh := Fresh(f.Size())
	if s.rounds(f) <= fresh {
		return ""
	}
	return fmt.Sprintf("with %d bots only the first %d rounds are certain to have no rematch, and there are %d: then bots meet twice "+
		"where a round is impossible without", f.Size(), fresh, s.rounds(f))
}

// Former returns the format as earlier versions planned it.
func (s format) Former() tournament.Format { return format{s.keys, true} }

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
	draw := record.pair
	if s.former {
		draw = record.formerly
	}
	for i, pair := range draw(func(i int) bool { return f.Gone(f.Entries[i], round) }) {
		number := len(matches) + i
		fixtures = append(fixtures, series.Open(number, f.Ordered(f.Entries[pair[0]], f.Entries[pair[1]]), f.MatchSeed(number))...)
	}
	return fixtures, false
}
