// Package groups is the format of a group stage: the field is split into groups, each plays a round-robin, and the best of each advance.
package groups

import (
	"fmt"
	"slices"

	"agon/format/tournament"
	"agon/format/tournament/league"
	"agon/game"
)

// Spec is the format "groups".
var Spec = tournament.Spec{
	Name:  "groups",
	About: "The field is split into groups that each play a round-robin; the best of each group advance.",
	Keys: slices.Concat(
		[]game.Option{
			{Name: "groups", Title: "Number of groups", Default: 0, Min: 0, Max: 4096,
				About: "number of groups; 0: so that each has five or six bots. Where the bots do not divide evenly, some groups have " +
					"one more"},
			{Name: "draw", Title: "How groups are made", Default: "snake", Values: []string{"snake", "drawn"},
				About: "snake: the first of the field go to different groups, then back the other way; drawn: by the contest's seed"},
			{Name: "advance", Title: "Bots of a group that advance", Default: 2, Min: 0, Max: 1 << 16,
				About: "number of bots of each group that advance to the next stage; 0: all"},
		},
		league.Keys,
	),
	Grows: slices.Concat(league.Grows, []tournament.Growth{tournament.AdvanceChanges}),
	New:   func(keys game.Settings) tournament.Format { return &format{keys} },
}

type format struct{ keys game.Settings }

// usualSize is the maximum number of bots of a group if the number of groups is not set.
const usualSize = 6

// count returns the number of groups for a field of n.
func (g *format) count(n int) int {
	if k := g.keys.Int("groups"); k > 0 {
		return k
	}
	return max(1, (n+usualSize-1)/usualSize)
}

func (g *format) Check(f *tournament.Field) error {
	l, n := league.Read(g.keys, f), g.count(f.Size())
	if err := f.AtLeast(l.Seats, Spec.Name); err != nil {
		return err
	}
	smallest := f.Size() / n
	if smallest < l.Seats {
		return fmt.Errorf("%d bots do not fill %d groups of at least %d: set groups = %d or less", f.Size(), n, l.Seats, f.Size()/l.Seats)
	}
	if l.Advance > smallest {
		return fmt.Errorf("advance = %d is more than the %d bots of the smallest group", l.Advance, smallest)
	}
	return l.Check(f, (f.Size()+n-1)/n)
}

// Ahead returns 1 if every round of play may be the last, else 2.
func (g *format) Ahead() int {
	return (&league.League{Until: tournament.ReadUntil(g.keys)}).Ahead()
}

// Until returns the condition on which the stage ends early, and the most games it may have.
func (g *format) Until(f *tournament.Field) (tournament.Until, int) {
	l := league.Read(g.keys, f)
	return l.Until, l.Most(g.split(f))
}

// Reached reports whether the rest of the schedule is not needed.
func (g *format) Reached(f *tournament.Field, past tournament.Past) bool {
	return league.Read(g.keys, f).Reached(f, g.split(f), past)
}

// Shrinks reports true: matches among those who stay are played.
func (g *format) Shrinks() bool { return true }

func (g *format) Games(f *tournament.Field) int {
	return league.Read(g.keys, f).Games(g.split(f))
}

func (g *format) Plan(f *tournament.Field, past tournament.Past, round int) ([]tournament.Fixture, bool) {
	return league.Read(g.keys, f).Plan(g, f, g.split(f), past, round)
}

// Follow returns the state of a stage before its first game.
func (g *format) Follow(f *tournament.Field) tournament.State { return league.Read(g.keys, f).Follow() }

func (g *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	return league.Read(g.keys, f).Table(f, g.split(f), past)
}

// split returns the groups with which the stage began, each in seeding order.
func (g *format) split(f *tournament.Field) [][]int {
	f = f.At(-1)
	order := f.Entries
	if g.keys.Text("draw") == "drawn" {
		order = f.Drawn(0x67726f7570)
	}
	groups := make([][]int, g.count(len(order)))
	for i, entry := range order {
		at := snake(i, len(groups))
		groups[at] = append(groups[at], entry)
	}
	places := f.Places()
	for _, group := range groups {
		slices.SortFunc(group, func(a, b int) int { return places[a] - places[b] })
	}
	return groups
}

// snake returns the group, of n, for the ith entry of a field: up through the groups, and down again.
func snake(i, n int) int {
	row, at := i/n, i%n
	if row%2 == 1 {
		return n - 1 - at
	}
	return at
}
