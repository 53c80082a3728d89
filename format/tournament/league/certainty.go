package league

import (
	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// place sets the ranks of the lines and their intervals. Lines are ranked by points of matches, or by ratings of their results; if all
// meet in a group both are in the order of strength of a Plackett-Luce model. So strengths are drawn from the estimate of the decided
// matches, and each draw is ranked. The remaining matches are simulated with the strengths of each draw, which gives the chance of
// advancing.
func (t *table) place(f *tournament.Field) []tournament.Cluster {
	n := len(t.lines)
	if n == 0 {
		return nil
	}
	if f.OrderOnly {
		tournament.Settle(t.lines, t.league.Advance, t.same, nil)
		return nil
	}
	online := rating.NewOnline(n, 0)
	online.Fit(t.units())
	r, h := t.rest(f), newHopes(n, t.trial(f))
	ranking := online.Ranks(game.SubSeed(f.Seed, certainPurpose, int64(t.number)), func(strength []float64) {
		r.play(strength)
		h.drawSeason(strength)
	})
	each := float64(Meetings(n-1, t.league.Seats-1)) // matches of each entry
	tournament.Settle(t.lines, t.league.Advance, t.same, func(i int) (low, high int) {
		at := t.at[t.lines[i].Entry]
		return ranking.Low[at], ranking.High[at]
	})
	for i := range t.lines {
		line := &t.lines[i]
		at := t.at[line.Entry]
		if t.decided > 0 {
			line.ChanceFirst = ranking.First[at]
			line.ChanceNext = r.chance(at)
			if t.pointsAreCertain() {
				low, high := h.interval(at)
				line.PointsLow, line.PointsHigh = rating.Round(each*low), rating.Round(each*high)
			}
		}
	}
	tournament.ShareFirst(t.lines)
	return tournament.Blocks(t.lines, t.games, func(s tournament.Standing) (strength, err float64) {
		return ranking.Log[t.at[s.Entry]], ranking.Err[t.at[s.Entry]]
	})
}

// pointsAreCertain reports whether the strengths predict the points: only in matches of two that are no longer than tournament.LongMatch,
// ranked by points.
func (t *table) pointsAreCertain() bool {
	return t.league.Rating.None() && t.league.Seats == 2 && t.league.Series.BestOf <= tournament.LongMatch
}

// certainPurpose separates the dice of forecasts from other dice.
const certainPurpose = 0x6365727461696e

// units returns the results that rank, in the form that ratings read: of matches, or their games if games are rated.
func (t *table) units() rating.Units {
	return func(yield func([]rating.Meeting) bool) {
		for _, m := range t.matches {
			if t.league.Rating.Games && m.Decided {
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

// rest is the matches of a group that are not decided, to be simulated with drawn strengths.
type rest struct {
	points  []float64 // so far, by place in the group
	matches [][]int   // as places in the group
	advance int
	draws   int
	through []int // number of draws in which each advances
	trial   *tournament.Trial
	after   []float64
}

// mostRest is the maximum number of simulated matches of all draws; if more matches are left there are fewer draws.
const mostRest = 4_000_000

// trial returns a simulator of matches.
func (t *table) trial(f *tournament.Field) *tournament.Trial {
	series := t.league.Series
	if t.league.Rating.Games && series.BestOf > 0 {
		series = tournament.Series{KeepOrder: true} // strengths are those of games, so a match is simulated as one game
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
	if t.decided == Meetings(n, t.league.Seats) { // then the table determines who advances
		for i, line := range t.lines {
			if i < r.advance {
				r.through[t.at[line.Entry]] = 1
			}
		}
		r.draws = 1
		return r
	}
	r.matches = t.open(n)
	return r
}

// remaining returns the rest of a group, whoever advances.
func (t *table) remaining(f *tournament.Field) *rest {
	n := len(t.lines)
	r := &rest{points: make([]float64, n), after: make([]float64, n), trial: t.trial(f), matches: t.open(n)}
	for _, line := range t.lines {
		r.points[t.at[line.Entry]] = line.Points
	}
	return r
}

// open returns the matches of a group of n that are not decided, as places in the group.
func (t *table) open(n int) (matches [][]int) {
	decided := make(map[int]bool, t.decided)
	for _, m := range t.matches {
		if m.Decided {
			decided[pairKey(places(m.Entries, t.at), n)] = true
		}
	}
	for round := range Rounds(n, t.league.Seats) {
		for _, match := range Round(n, t.league.Seats, round) {
			if !decided[pairKey(match, n)] {
				matches = append(matches, match)
			}
		}
	}
	return matches
}

// pairKey returns a number that identifies the entries of a match, regardless of their seats.
func pairKey(match []int, n int) int {
	key := uint64(0)
	for _, place := range match {
		key += uint64(game.SubSeed(int64(n), int64(place)))
	}
	return int(key)
}

// play simulates the remaining matches once, with given strengths.
func (r *rest) play(strength []float64) {
	if r.advance == 0 || len(r.matches) == 0 || r.draws > 0 && (r.draws+1)*len(r.matches) > mostRest {
		return
	}
	r.trial.Turn(r.draws)
	r.draws++
	r.simulate(strength)
	for _, at := range rating.Top(r.after, r.advance, strength) {
		r.through[at]++
	}
}

// simulate sets the points after the remaining matches, with given strengths.
func (r *rest) simulate(strength []float64) {
	copy(r.after, r.points)
	for _, match := range r.matches {
		for i, points := range r.trial.Play(match, strength) {
			r.after[match[i]] += points
		}
	}
}

// chance returns how often an entry advanced, 0 to 1.
func (r *rest) chance(at int) float64 {
	if r.draws == 0 {
		return 0
	}
	return rating.Round(float64(r.through[at]) / float64(r.draws))
}
