package league

import (
	"agon/game"
	"agon/rating"
	"agon/tournament"
)

// place gives the lines their ranks, and says how certain these are. What ranks is points of matches, or ratings made of their
// results; in a group where everybody meets everybody both order by strength as a Plackett-Luce model has it. So the strengths are drawn
// from what the decided matches tell of them, and each draw is ranked. Matches that are left are played with the strengths of each draw:
// that gives the chance of going on.
func (t *table) place(f *tournament.Field) []tournament.Cluster {
	n := len(t.lines)
	if n == 0 {
		return nil
	}
	if f.OrderOnly {
		for i := range t.lines {
			t.lines[i].Settle(i+1, i+1, i+1, t.league.Advance)
		}
		return nil
	}
	online := rating.NewOnline(n, 0)
	online.Fit(t.units())
	r, h := t.rest(f), newHopes(n, t.trial(f))
	ranking := online.Ranks(game.SubSeed(f.Seed, certainPurpose, int64(t.number)), func(strength []float64) {
		r.play(strength)
		h.take(strength)
	})
	each := float64(Meetings(n-1, t.league.Seats-1)) // matches of everybody
	for i := range t.lines {
		line := &t.lines[i]
		at := t.at[line.Entry]
		line.Settle(i+1, ranking.Low[at], ranking.High[at], t.league.Advance)
		if t.decided > 0 {
			line.ChanceFirst = ranking.First[at]
			line.ChanceNext = r.chance(at)
			if t.pointsAreCertain() {
				low, high := h.interval(at)
				line.PointsLow, line.PointsHigh = rating.Round(each*low), rating.Round(each*high)
			}
		}
	}
	return tournament.Blocks(t.lines, t.games, func(s tournament.Standing) (strength, err float64) {
		return ranking.Log[t.at[s.Entry]], ranking.Err[t.at[s.Entry]]
	})
}

// pointsAreCertain reports whether the strengths say how many points everybody makes: of pairs whose matches are no longer than one result.
func (t *table) pointsAreCertain() bool {
	return t.league.Rating.None() && t.league.Seats == 2 && t.league.Series.BestOf <= tournament.LongMatch
}

// certainPurpose tells the dice of draws from others.
const certainPurpose = 0x6365727461696e

// units is the results that rank, as a rating reads them: of matches, or the games of each where games are rated.
func (t *table) units() rating.Units {
	return func(yield func([]rating.Meeting) bool) {
		for _, m := range t.matches {
			if !m.Decided {
				continue
			}
			if t.league.Rating.Games {
				if !yield(t.league.meetings([]*tournament.Match{m}, t.at)) {
					return
				}
				continue
			}
			for _, unit := range t.league.Series.Results(m, func(entry int) int { return t.at[entry] }) {
				if !yield(unit) {
					return
				}
			}
		}
	}
}

// rest is the matches of a group that are not decided, to be played with strengths that are drawn.
type rest struct {
	points  []float64 // made so far, by place in the group
	matches [][]int   // as places in the group
	advance int
	draws   int
	through []int // draws in which each goes on
	trial   *tournament.Trial
	after   []float64
}

// mostRest is how many matches all draws together play; where more are left fewer draws say how they end.
const mostRest = 4_000_000

// trial plays matches as the strengths have them.
func (t *table) trial(f *tournament.Field) *tournament.Trial {
	series := t.league.Series
	if t.league.Rating.Games && series.BestOf > 0 {
		series = tournament.Series{KeepOrder: true} // strengths are those of games: one of them says who wins more often
	}
	return series.Trial(t.league.Seats, game.SubSeed(f.Seed, certainPurpose, int64(t.number), 1))
}

func (t *table) rest(f *tournament.Field) *rest {
	n := len(t.lines)
	r := &rest{
		points: make([]float64, n), advance: t.league.Advance, through: make([]int, n), after: make([]float64, n),
		trial: t.trial(f),
	}
	for _, line := range t.lines {
		r.points[t.at[line.Entry]] = line.Points
	}
	if r.advance == 0 || r.advance == n {
		return r
	}
	if t.decided == Meetings(n, t.league.Seats) { // then the table itself says who goes on
		for i, line := range t.lines {
			if i < r.advance {
				r.through[t.at[line.Entry]] = 1
			}
		}
		r.draws = 1
		return r
	}
	decided := make(map[int]bool, t.decided)
	for _, m := range t.matches {
		if m.Decided {
			decided[pairKey(places(m.Entries, t.at), n)] = true
		}
	}
	for round := range Rounds(n, t.league.Seats) {
		for _, match := range Round(n, t.league.Seats, round) {
			if !decided[pairKey(match, n)] {
				r.matches = append(r.matches, match)
			}
		}
	}
	return r
}

// pairKey is a number for a match by who is in it, whatever the order of their seats.
func pairKey(match []int, n int) int {
	key := uint64(0)
	for _, place := range match {
		key += uint64(game.SubSeed(int64(n), int64(place)))
	}
	return int(key)
}

// play plays the matches that are left once, with strengths.
func (r *rest) play(strength []float64) {
	if r.advance == 0 || len(r.matches) == 0 || r.draws > 0 && (r.draws+1)*len(r.matches) > mostRest {
		return
	}
	r.trial.Turn(r.draws)
	r.draws++
	copy(r.after, r.points)
	for _, match := range r.matches {
		for i, points := range r.trial.Play(match, strength) {
			r.after[match[i]] += points
		}
	}
	for _, at := range rating.Top(r.after, r.advance, strength) {
		r.through[at]++
	}
}

// chance is how often an entry went on.
func (r *rest) chance(at int) float64 {
	if r.draws == 0 {
		return 0
	}
	return rating.Round(float64(r.through[at]) / float64(r.draws))
}
