// Package roundrobin is the format in which every entry meets every other in a match.
package roundrobin

import (
	"slices"

	"agon/format/tournament"
	"agon/format/tournament/league"
	"agon/game"
)

// Spec is the format "round-robin".
var Spec = tournament.Spec{
	Name:  "round-robin",
	About: "Every bot meets every other in a match, in the rounds of the circle method; ranks by points or a rating.",
	Keys:  slices.Concat(league.Keys, []game.Option{tournament.Advance}),
	Grows: slices.Concat(league.Grows, []tournament.Growth{tournament.AdvanceChanges}),
	New:   func(keys game.Settings) tournament.Format { return &format{keys} },
}

type format struct{ keys game.Settings }

func (r *format) Check(f *tournament.Field) error {
	l := league.Read(r.keys, f)
	if err := f.AtLeast(l.Seats, Spec.Name); err != nil {
		return err
	}
	return l.Check(f, f.Size())
}

// Ahead returns 1 if every round of play may be the last, else 2.
func (r *format) Ahead() int {
	return (&league.League{Until: tournament.ReadUntil(r.keys)}).Ahead()
}

// Until returns the condition on which the stage ends early, and the most games it may have.
func (r *format) Until(f *tournament.Field) (tournament.Until, int) {
	l := league.Read(r.keys, f)
	return l.Until, l.Most([][]int{f.At(-1).Entries})
}

// Reached reports whether the rest of the schedule is not needed.
func (r *format) Reached(f *tournament.Field, past tournament.Past) bool {
	return league.Read(r.keys, f).Reached(f, [][]int{f.At(-1).Entries}, past)
}

// Shrinks reports true: matches among those who stay are played.
func (r *format) Shrinks() bool { return true }

func (r *format) Games(f *tournament.Field) int {
	return league.Read(r.keys, f).Games([][]int{f.At(-1).Entries})
}

func (r *format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	return league.Read(r.keys, f).Plan(r, f, [][]int{f.At(-1).Entries}, past, round)
}

// Follow returns the state of a stage before its first game.
func (r *format) Follow(f *tournament.Field) tournament.State { return league.Read(r.keys, f).Follow() }

func (r *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	return league.Read(r.keys, f).Table(f, [][]int{f.At(-1).Entries}, past)
}
