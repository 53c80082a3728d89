/*
Package knockout is the format of the bracket: who loses a match is out, and the last one left has won.

# The draw

The field is put into seeding order, drawn or by rating, and the bracket is filled so that the first two can meet only in the final,
the first four only in the semi-finals, and so on. Where the field is no power of two the best seeds have a bye in the first round.

# A tied match

A match that ends tied is played again, game by game with the next seed, at most as often as the key replays says. Still
tied, fewer faults win; then the better place in the draw.
*/
package knockout

import (
	"fmt"

	"agon/game"
	"agon/tournament"
)

// Spec is the format "knockout".
var Spec = tournament.Spec{
	Name:  "knockout",
	About: "A bracket: who loses a match is out.",
	Keys: []game.Option{
		{Name: "seeding", Default: "drawn", Values: []string{"drawn", "rating"}, About: "drawn: by the contest's seed; rating: the better a bot was rated or placed before, or the higher it stands in the line-up, the later it meets its like"},
		{Name: "best_of", Default: 1, Min: 1, Max: 999, About: "most games of a match; it ends when nobody can catch up with the leader"},
		{Name: "replays", Default: 3, Min: 0, Max: 100, About: "how often at most a tied match is played again, one game with the next seed each; then fewer faults win, then the better place in the draw"},
		{Name: "third_place", Default: false, About: "who lost the semi-finals play for the third place"},
		tournament.Advance,
	},
	New: func(keys game.Settings) tournament.Format {
		return &Format{
			byRating: keys.Text("seeding") == "rating", bestOf: keys.Int("best_of"), replays: keys.Int("replays"),
			third: keys.Bool("third_place"), advance: keys.Int("advance"),
		}
	},
}

// A Format is a knockout with its keys. Beside what every format does it gives the [Bracket] to draw.
type Format struct {
	byRating bool
	bestOf   int
	replays  int
	third    bool
	advance  int
}

// Check tells why this field makes no bracket.
func (k *Format) Check(f *tournament.Field) error {
	if err := f.AtLeast(2, Spec.Name); err != nil {
		return err
	}
	if k.advance > f.Size() {
		return fmt.Errorf("advance = %d is more than the %d bots there are", k.advance, f.Size())
	}
	return f.SeatsFit(2)
}

// Ahead is 1: who plays depends on the round before.
func (k *Format) Ahead() int { return 1 }

// Games is how many games the bracket has at least.
func (k *Format) Games(f *tournament.Field) int {
	matches := f.Size() - 1
	if k.third && f.Size() > 3 {
		matches++
	}
	return matches * k.series(f).Least(2)
}

func (k *Format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{BestOf: k.bestOf, Extra: k.replays, KeepOrder: f.KeepOrder}
}

// Plan begins every match whose two are known, and goes on with those that are not decided.
func (k *Format) Plan(f *tournament.Field, past tournament.Past, _ int) ([]tournament.Fixture, bool) {
	b := k.Bracket(f, past)
	series := k.series(f)
	var fixtures []tournament.Fixture
	over := true
	for i := range b.Matches {
		m := &b.Matches[i]
		if m.Winner >= 0 {
			continue
		}
		over = false
		if m.One < 0 || m.Two < 0 {
			continue
		}
		seed, pair := f.MatchSeed(m.Number), f.Ordered(m.One, m.Two)
		if m.played == nil {
			fixtures = append(fixtures, series.Open(m.Number, pair, seed)...)
			continue
		}
		fixtures = append(fixtures, series.More(m.played, pair, seed)...)
	}
	return fixtures, over
}
