package league

import (
	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// settled is the entries of the groups whose order is certain, so that they need no more games.
type settled struct {
	groups  int
	certain int
	in      map[int]bool
}

// all reports whether no group needs more games.
func (s settled) all() bool { return s.groups > 0 && s.certain == s.groups }

// has reports whether the group of an entry is certain.
func (s settled) has(entry int) bool { return s.in[entry] }

// mostLooks is about the number of rounds of play after which it is decided whether a single group ends. Several are small, and a group
// that is certain must be found so after every later round.
const mostLooks = 40

// certain returns the groups that are certain after the complete rounds of play, for the planning of a round.
func (l *League) certain(f *tournament.Field, groups [][]int, past tournament.Past, round int) (s settled) {
	if l.Until.None() || past.Len() == 0 || len(groups) == 1 && round%max(1, Rounds(len(groups[0]), l.Seats)/mostLooks) != 0 {
		return s
	}
	f, tables := l.tables(f, groups, past, round)
	s.groups = len(tables)
	for _, t := range tables {
		if !t.certain(f, len(tables)) {
			continue
		}
		s.certain++
		if s.in == nil {
			s.in = map[int]bool{}
		}
		for entry := range t.at {
			s.in[entry] = true
		}
	}
	return s
}

// Reached reports whether the condition to end early is met in all groups.
func (l *League) Reached(f *tournament.Field, groups [][]int, past tournament.Past) bool {
	if l.Until.None() || past.Len() == 0 {
		return false
	}
	return l.certain(f, groups, past, past.Game(past.Len()-1).Round+1).all()
}

// Most returns the most games that the groups may have if they do not end early.
func (l *League) Most(groups [][]int) int {
	n := 0
	for _, group := range groups {
		n += Meetings(len(group), l.Seats) * l.Series.Length(l.Seats)
	}
	return n
}

// certain reports whether the remaining matches will not change the part of the table that matters, except with the probability that the
// condition allows to each of several groups. They are simulated with strengths drawn from the estimate of the decided matches. Equal
// points at a place that matters count as undecided.
func (t *table) certain(f *tournament.Field, groups int) bool {
	n, until := len(t.lines), t.league.Until
	if n < 2 || until.Set() && until.Places(n) == n {
		return true
	}
	r := t.remaining(f)
	if len(r.matches) == 0 {
		return true
	}
	if t.decided == 0 {
		return false
	}
	t.sort(f)
	order := make([]int, n)
	for i, line := range t.lines {
		order[i] = t.at[line.Entry]
	}
	online := rating.NewOnline(n, 0)
	online.Fit(t.units())
	return until.Forecast(func(pass int, see func(wrong func() bool) bool) {
		online.Ranks(game.SubSeed(f.Seed, certainPurpose, int64(t.number), int64(t.decided), int64(pass)), func(strength []float64) {
			see(func() bool {
				r.trial.Turn(r.draws)
				r.draws++
				r.simulate(strength)
				return !until.Same(order, r.after)
			})
		})
	}, groups)
}
