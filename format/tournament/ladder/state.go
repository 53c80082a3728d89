package ladder

import (
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// state is derived from the complete rounds of play: the strengths, and their curves.
type state struct {
	format *format
	field  *tournament.Field
	places []int // by entry

	online *rating.Online
	whole  *rating.Online            // the same with the games of the disqualified, since there are any; nil: there were none
	played []int                     // games of each bot, by place in the field
	silent []int                     // latest consecutive games of each bot in which it made no move of its own, by place in the field
	moved  []bool                    // bots that have made a move of their own, by place in the field
	curves [][]tournament.CurvePoint // by place in the field
	widest int                       // largest number of places in a rank interval, when last computed; 0: not yet
	looked int                       // number of games at that time
	seen   int                       // last round of play at that time

	looks   []int // numbers of games at which it was decided whether the order is certain, since the field changed
	reached bool  // it is
}

// Follow returns the state of a stage before its first game.
func (l *format) Follow(f *tournament.Field) tournament.State {
	n := f.Known(-1)
	return &state{
		format: l, field: f, places: f.Places(), online: rating.NewOnline(n, l.spread),
		played: make([]int, n), silent: make([]int, n), moved: make([]bool, n), curves: make([][]tournament.CurvePoint, n),
	}
}

// grow adds the entries that had joined by a round of play.
func (s *state) grow(round int) {
	n := s.field.Known(round)
	if n <= len(s.played) {
		return
	}
	s.places = s.field.Places()
	s.online.Grow(n)
	if s.whole != nil {
		s.whole.Grow(n)
	}
	s.played = append(s.played, make([]int, n-len(s.played))...)
	s.silent = append(s.silent, make([]int, n-len(s.silent))...)
	s.moved = append(s.moved, make([]bool, n-len(s.moved))...)
	s.curves = append(s.curves, make([][]tournament.CurvePoint, n-len(s.curves))...)
}

// strengths returns the fit, extended to all entries that had joined by a future round of play. Callers must not change it.
func (s *state) strengths(round int) *rating.Online {
	n := s.field.Known(round)
	if n <= s.online.Size() {
		return s.online
	}
	o := s.online.Clone()
	o.Grow(n)
	return o
}

// Take adds the results of a round of play.
func (s *state) Take(past tournament.Past, fresh int) {
	round := past.Game(fresh).Round
	s.grow(round)
	barred := s.field.AllBarred(round)
	if len(barred) > 0 && s.whole == nil {
		s.whole = s.online.Clone()
	}
	s.online.Take(s.units(past, fresh, barred), s.units(past, 0, barred))
	if s.whole != nil {
		s.whole.Take(s.units(past, fresh, nil), s.units(past, 0, nil))
	}
	if (s.format.until > 0 || !s.format.certain.None()) && float64(past.Len()) >= float64(lookEvery*float64(s.looked)) {
		s.look(past.Len(), round)
	}
	before := append([]int(nil), s.played...)
	for i := fresh; i < past.Len(); i++ {
		g := past.Game(i)
		if !g.Done {
			continue
		}
		for seat := range g.Seats() {
			at := s.places[g.Entry(seat)]
			s.played[at]++
			switch {
			case g.Silent(seat):
				s.silent[at]++
			case g.Asked(seat):
				s.silent[at], s.moved[at] = 0, true
			}
		}
	}
	away := s.away(barred)
	for i, games := range s.played {
		if games > before[i] {
			strength := s.online.Strength(i)
			strength.Log += away
			point := s.point(games, strength)
			point.Round = round
			s.curves[i] = append(s.curves[i], point)
		}
	}
}

// away returns by how much the bots that are not disqualified would be stronger on average with the games of those that are: it is added to
// strengths, so that curves go on where they were.
func (s *state) away(barred map[int]bool) float64 {
	stay := s.staying(barred, len(s.played))
	if s.whole == nil || len(stay) == 0 {
		return 0
	}
	return s.whole.Mean(stay) - s.online.Mean(stay)
}

// staying returns those of the first n entries that are not disqualified, as places in the field.
func (s *state) staying(barred map[int]bool, n int) (stay []int) {
	for _, entry := range s.field.Entries[:n] {
		if !barred[entry] {
			stay = append(stay, s.places[entry])
		}
	}
	return stay
}

// lookEvery is the factor by which the number of games grows until rank intervals are computed again.
const lookEvery = 1.1

func (s *state) look(games, round int) {
	if s.field.LastChange(round) > s.seen {
		s.looks = nil
	}
	s.looked, s.seen = games, round
	playing := s.playing(round)
	s.online.Rank(playing)
	if !s.format.certain.None() {
		s.reached = s.certain(playing, games, round)
		return
	}
	ranking := s.online.Ranks(rankSeed(s.field, games), nil)
	s.widest = 0
	for _, i := range playing {
		s.widest = max(s.widest, ranking.High[i]-ranking.Low[i]+1)
	}
}

// playing returns the entries that play in a round of play, as places in the field, ascending.
func (s *state) playing(round int) []int {
	at := s.field.At(round)
	playing := make([]int, at.Size())
	for i, entry := range at.Entries {
		playing[i] = s.places[entry]
	}
	slices.Sort(playing)
	return playing
}

// rankSeed returns the seed of the draws for rank intervals after this many games.
func rankSeed(f *tournament.Field, games int) int64 {
	dice := f.Dice(0x72616e6b, int64(games))
	return int64(dice.Uint64() >> 1)
}

func (s *state) point(games int, strength rating.Strength) tournament.CurvePoint {
	points, err := strength.Points(s.format.start)
	return tournament.CurvePoint{Games: games, Rating: points, Error: err}
}

// units returns the matches of a past, starting from a game, with their known games in which no barred entry took part. The games of a
// match are consecutive.
func (s *state) units(past tournament.Past, from int, barred map[int]bool) rating.Units {
	return func(yield func([]rating.Meeting) bool) {
		var unit []rating.Meeting
		match := -1
		for i := from; i < past.Len(); i++ {
			g := past.Game(i)
			if g.Match != match {
				if len(unit) > 0 && !yield(unit) {
					return
				}
				unit, match = unit[:0], g.Match
			}
			if g.Done && !sits(g, barred) {
				unit = s.meeting(unit, g)
			}
		}
		if len(unit) > 0 {
			yield(unit)
		}
	}
}

// sits reports whether one of these entries took part in a game.
func sits(g tournament.Game, who map[int]bool) bool {
	if len(who) == 0 {
		return false
	}
	for seat := range g.Seats() {
		if who[g.Entry(seat)] {
			return true
		}
	}
	return false
}

// meeting adds a game to a unit; better places have more points. It reuses the memory of earlier units.
func (s *state) meeting(unit []rating.Meeting, g tournament.Game) []rating.Meeting {
	if len(unit) < cap(unit) {
		unit = unit[:len(unit)+1]
	} else {
		unit = append(unit, rating.Meeting{})
	}
	m := &unit[len(unit)-1]
	m.Entries, m.Points = m.Entries[:0], m.Points[:0]
	for seat := range g.Seats() {
		m.Entries = append(m.Entries, s.places[g.Entry(seat)])
		m.Points = append(m.Points, -float64(g.Place(seat)))
	}
	return unit
}
