package divisions

import (
	"cmp"
	"slices"

	"agon/format/tournament"
	"agon/format/tournament/league"
)

// A follower is a format for one field: the table of an earlier moment, whose field has fewer changes, has a state of its own.
type follower struct {
	*format
	field *tournament.Field
}

// A state is the newest season of a stage.
type state struct {
	follower
	number    int     // of the season, from 1; 0: none has begun
	divisions [][]int // with which it began, the best first
	first     int     // number of games before it
	last      int     // newest round of play
}

// Follow returns the state of a stage before its first game.
func (f follower) Follow(*tournament.Field) tournament.State { return &state{follower: f} }

// season returns the season of the newest planned game.
func (d *format) season(f *tournament.Field, past tournament.Past) state {
	s := *past.State(follower{d, f}, f).(*state)
	for i := past.Taken(); i < past.Len(); i++ {
		if s.number == 0 || past.Game(i).Round > s.last {
			s.Take(past, i)
		}
	}
	return s
}

// Take adds a round of play. After a round without games it begins a season.
func (s *state) Take(past tournament.Past, fresh int) {
	round := past.Game(fresh).Round
	if s.number == 0 || round > s.last+1 {
		s.begin(past, fresh, round)
	}
	s.last = round
}

// begin begins a season with a round of play, after this many games.
func (s *state) begin(past tournament.Past, games, round int) {
	if s.number == 0 {
		s.divisions = s.split(s.field.At(round).Entries)
	} else {
		s.divisions = s.next(s.table(past.Until(games).From(s.first), round, true))
	}
	s.number, s.first = s.number+1, games
}

// next returns the divisions of the season after one that ends with a table.
func (s *state) next(table tournament.Table) [][]int {
	divisions := make([][]int, len(s.divisions))
	for _, line := range table.Standings {
		divisions[line.Group] = append(divisions[line.Group], line.Entry)
	}
	for i := len(divisions) - 1; i > 0; i-- {
		above, below := divisions[i-1], divisions[i]
		n := min(s.promoted, len(above)/2, len(below)/2)
		stay := len(above) - n
		divisions[i-1], divisions[i] = slices.Concat(above[:stay], below[:n]), slices.Concat(below[n:], above[stay:])
	}
	return s.split(slices.Concat(divisions...))
}

// members returns the divisions in a round of play: each bot as its newest version, without those that are gone. Those that have joined
// since the season began are in the lowest while it has fewer than most.
func (s *state) members(round, most int) [][]int {
	now, newest := s.field.At(round), s.field.Successors(round)
	here := make(map[int]bool, now.Size())
	for _, entry := range now.Entries {
		here[entry] = true
	}
	divisions := make([][]int, len(s.divisions))
	for i, division := range s.divisions {
		for _, entry := range division {
			if entry = cmp.Or(newest[entry], entry); here[entry] {
				divisions[i] = append(divisions[i], entry)
				delete(here, entry)
			}
		}
	}
	lowest := &divisions[len(divisions)-1]
	for _, entry := range now.Entries {
		if here[entry] && len(*lowest) < most {
			*lowest = append(*lowest, entry)
		}
	}
	return divisions
}

// table returns the table of a season, by its games among the bots of a round of play.
func (s *state) table(season tournament.Past, round int, orderOnly bool) tournament.Table {
	now, newest, barred := *s.field.At(round), s.field.Successors(round), s.field.AllBarred(round)
	now.OrderOnly = orderOnly
	places := now.Places()
	seen := slices.DeleteFunc(slices.Clone(s.field.Entries), func(entry int) bool {
		newer := cmp.Or(newest[entry], entry)
		return barred[entry] || newer >= len(places) || places[newer] < 0
	})
	l := league.League{Seats: 2, Series: s.series(s.field)}
	return l.Table(&now, s.members(round, len(places)), season.Succeeded(newest).Among(seen))
}

// meetings returns the pairs of a round of play: of each division those that have not met in the games of the season, in the order of the
// circle method, with each bot once at most.
func (s *state) meetings(season tournament.Past, round int) (pairs [][]int) {
	met := map[[2]int]bool{} // in a match of which no game was given up
	for i := range season.Len() {
		g := season.Game(i)
		pair := [2]int{min(g.Entry(0), g.Entry(1)), max(g.Entry(0), g.Entry(1))}
		met[pair] = (met[pair] || g.Number == 0) && !g.GivenUp
	}
	for _, division := range s.members(round, s.size+s.least-1) {
		busy := map[int]bool{}
		for n := range league.Rounds(len(division), 2) {
			for _, m := range league.Round(len(division), 2, n) {
				one, other := division[m[0]], division[m[1]]
				if !busy[one] && !busy[other] && !met[[2]int{min(one, other), max(one, other)}] {
					busy[one], busy[other] = true, true
					pairs = append(pairs, []int{one, other})
				}
			}
		}
	}
	return pairs
}
