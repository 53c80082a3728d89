/*
Package roundcap decides which games are given up when a bot has used the time that it may use in a round of play (limits.round_cpu).

Only the plan counts, never the order in which games end. A game stands if all earlier games of its bots in the round stand or are given
up, and none of its bots has used its time in them. So a result waits for the earlier games of its bots, and equal times give up the same
games on any number of cores and after a restart. What is given up is a change in the ledger.
*/
package roundcap

import (
	"cmp"
	"maps"
	"slices"

	"agon/format/tournament"
	"agon/game"
)

// A Record adds up the times of the bots in the rounds of play of a stage. [New] makes one. One goroutine at a time may use it.
type Record struct {
	limit game.Micros
	spent map[of]*Spent // without those that have no open game
}

type of struct{ round, entry int }

// A Spent is what a bot has used in a round of play, and its open games of the round, in the order of the plan.
type Spent struct {
	Entry, Round int
	Used         game.Micros
	Games        []int // IDs
}

// New returns the record of a stage without games, in which a bot may use so much time in a round of play.
func New(limit game.Micros) *Record { return &Record{limit: limit, spent: map[of]*Spent{}} }

// Plan adds fixtures, in the order of the plan. given holds those that will have no result; it may be nil.
func (r *Record) Plan(fixtures []tournament.Fixture, given map[int]bool) {
	for _, f := range fixtures {
		for seat, entry := range f.Seats {
			if given[f.ID] || slices.Contains(f.Seats[:seat], entry) {
				continue
			}
			s := r.spent[of{f.Round, entry}]
			if s == nil {
				s = &Spent{Entry: entry, Round: f.Round}
				r.spent[of{f.Round, entry}] = s
			}
			s.Games = append(s.Games, f.ID)
		}
	}
}

// Stands reports whether the result of a game may be entered now. It is false for a game that waits for others, or will be given up.
func (r *Record) Stands(f tournament.Fixture) bool {
	return !slices.ContainsFunc(f.Seats, func(entry int) bool {
		s := r.spent[of{f.Round, entry}]
		return s != nil && slices.Contains(s.Games, f.ID) && (s.Games[0] != f.ID || s.Used >= r.limit)
	})
}

// Settle counts the seats of a game that stands; none of a game that is given up. It does nothing for a game that is not open.
func (r *Record) Settle(f tournament.Fixture, seats ...tournament.Seat) {
	for seat := range seats {
		if s := r.spent[of{f.Round, f.Seats[seat]}]; s != nil && slices.Contains(s.Games, f.ID) {
			s.Used += seats[seat].Cost()
		}
	}
	for _, entry := range f.Seats {
		s := r.spent[of{f.Round, entry}]
		if s == nil {
			continue
		}
		if s.Games = slices.DeleteFunc(s.Games, func(id int) bool { return id == f.ID }); len(s.Games) == 0 {
			delete(r.spent, of{f.Round, entry})
		}
	}
}

// Over returns the first bot, by round of play and entry, that has used its time and has open games in the round; nil if there is none.
func (r *Record) Over() *Spent {
	over := slices.DeleteFunc(slices.Collect(maps.Values(r.spent)), func(s *Spent) bool { return s.Used < r.limit })
	if len(over) == 0 {
		return nil
	}
	first := *slices.MinFunc(over, func(a, b *Spent) int { return cmp.Or(a.Round-b.Round, a.Entry-b.Entry) })
	first.Games = slices.Clone(first.Games)
	return &first
}
