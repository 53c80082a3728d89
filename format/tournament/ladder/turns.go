package ladder

import "agon/format/tournament"

// turns describes who may still be paired in a round of play. Places are those in the field.
type turns struct {
	idle      map[int]int  // by place: bots that are set aside or slow, with the number of last games in which they may have no match
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
	t := turns{had: map[int]bool{}, idle: map[int]int{}, fresh: map[int]bool{}}
	slow := map[int]int{} // games in which it has one match, by entry
	for list := l.seldom.Ints(); len(list) > 1; list = list[2:] {
		slow[list[0]] = list[1] * l.length(playing, seats)
	}
	recent := 0
	if t.ahead = l.roundGames > 0 && l.setAside > 0; t.ahead {
		recent = leastGames // as many as a round has that is not bounded
	}
	for _, entry := range playing.Entries {
		at := places[entry]
		if slow[entry] > 0 {
			t.idle[at] = slow[entry]
		}
		switch known := at < len(s.played); {
		case l.setAside == 0:
		case known && s.silent[at] >= l.setAside:
			t.idle[at] = max(t.idle[at], recent)
		case t.idle[at] > 0:
		case !known || !s.moved[at] && s.played[at] < 2*l.setAside:
			t.fresh[at] = true
		}
	}
	if playing.Size()-len(t.idle)-len(t.fresh) < seats {
		clear(t.idle) // nobody can play without them
	}
	t.newcomers = len(t.fresh) > 0
	t.recall(past, places)
	return t
}

// recall notes the bots that are set aside or slow and have had a match among the last games.
func (t *turns) recall(past tournament.Past, places []int) {
	most := 0
	for _, n := range t.idle {
		most = max(most, n)
	}
	for i := max(0, past.Len()-most); i < past.Len(); i++ {
		g := past.Game(i)
		for seat := range g.Seats() {
			if at := places[g.Entry(seat)]; past.Len()-i <= t.idle[at] {
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
		if _, idle := t.idle[place]; idle || t.fresh[place] {
			t.had[place] = true
		}
	}
}
