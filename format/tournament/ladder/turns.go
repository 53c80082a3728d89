package ladder

import "agon/format/tournament"

// turns describes who may still be paired in a round of play. Places are those in the field.
type turns struct {
	idle      map[int]bool // by place: bots that are set aside
	fresh     map[int]bool // by place: bots of which no move is known yet, nor that they make none
	had       map[int]bool // by place: those of both that have had a match in this round
	newcomers bool         // some are fresh
	ahead     bool         // these are paired first
}

// A seating is whether a bot may join another match.
type seating int

const (
	welcome seating = iota
	again           // only if nobody is welcome: it is fresh, and has had a match
	refused
)

// turns returns who may be paired in the round of play after a past, in which games have up to so many seats.
func (l *format) turns(s *state, past tournament.Past, playing *tournament.Field, places []int, seats int) turns {
	t := turns{had: map[int]bool{}, idle: map[int]bool{}, fresh: map[int]bool{}}
	if l.setAside == 0 {
		return t
	}
	for _, entry := range playing.Entries {
		at := places[entry]
		switch known := at < len(s.played); {
		case known && s.silent[at] >= l.setAside:
			t.idle[at] = true
		case !known || !s.moved[at] && s.played[at] < 2*l.setAside:
			t.fresh[at] = true
		}
	}
	if playing.Size()-len(t.idle)-len(t.fresh) < seats {
		clear(t.idle) // nobody can play without them
	}
	t.newcomers = len(t.fresh) > 0
	if t.ahead = l.roundGames > 0; t.ahead {
		t.recall(past, places)
	}
	return t
}

// recall notes the bots that are set aside and have had a match among the last games, as many as a round has that is not bounded.
func (t *turns) recall(past tournament.Past, places []int) {
	for i := max(0, past.Len()-leastGames); i < past.Len() && len(t.idle) > 0; i++ {
		g := past.Game(i)
		for seat := range g.Seats() {
			if at := places[g.Entry(seat)]; t.idle[at] {
				t.had[at] = true
			}
		}
	}
}

// first reports whether a bot is paired before others.
func (t *turns) first(place int) bool { return t.ahead && t.fresh[place] && !t.had[place] }

// seat returns whether a bot may join another match of the round.
func (t *turns) seat(place int) seating {
	switch {
	case !t.had[place]:
		return welcome
	case t.fresh[place]:
		return again
	}
	return refused
}

// sit notes a match of the round.
func (t *turns) sit(match []int) {
	for _, place := range match {
		if t.idle[place] || t.fresh[place] {
			t.had[place] = true
		}
	}
}
