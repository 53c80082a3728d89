package swiss

import (
	"cmp"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// place sets the ranks of the lines, which are in their order, and their intervals. Points of matches depend on the opponents, so
// strengths are estimated by a Bradley-Terry model: they are drawn from the estimate of the decided matches, and each draw is ranked.
func (s format) place(f *tournament.Field, lines []tournament.Standing, matches []*tournament.Match, r *record) []tournament.Cluster {
	if f.OrderOnly {
		tournament.Settle(lines, s.keys.Int("advance"), equal, nil)
		return nil
	}
	places, series := f.Places(), s.series(f)
	online := rating.NewOnline(f.Size(), 0)
	games := 0
	for _, m := range matches {
		games += len(m.Games)
	}
	online.Fit(s.units(matches, places, f))
	rest := newRest(f, matches, r, series, s.rounds(f), s.keys.Int("advance"))
	ranking := online.Ranks(game.SubSeed(f.Seed, certainPurpose), rest.play)
	tournament.Settle(lines, rest.advance, equal, func(i int) (low, high int) {
		at := places[lines[i].Entry]
		return ranking.Low[at], ranking.High[at]
	})
	for i := range lines {
		line := &lines[i]
		at := places[line.Entry]
		if online.Units() > 0 {
			line.ChanceFirst = ranking.First[at]
			line.ChanceNext = rest.chance(at, line.Through)
		}
	}
	tournament.ShareFirst(lines)
	return tournament.Blocks(lines, games, func(line tournament.Standing) (strength, err float64) {
		at := places[line.Entry]
		return ranking.Log[at], ranking.Err[at]
	})
}

// units returns the results of the decided matches, in the form that ratings read.
func (s format) units(matches []*tournament.Match, places []int, f *tournament.Field) rating.Units {
	series := s.series(f)
	return func(yield func([]rating.Meeting) bool) {
		for _, m := range matches {
			if !m.Decided {
				continue
			}
			for _, unit := range series.Results(m, func(entry int) int { return places[entry] }) {
				if !yield(unit) {
					return
				}
			}
		}
	}
}

// certainPurpose separates the dice of forecasts from other dice.
const certainPurpose = 0x6365727461696e

// rest is the remaining rounds, to be simulated with drawn strengths.
type rest struct {
	points  []float64 // so far, by place in the field
	open    [][2]int  // matches of the current round that are not decided
	rounds  int       // number of rounds that are not paired yet
	advance int
	trial   *tournament.Trial
	dice    game.Dice // for pairs

	draws   int
	through []int // number of draws in which each advances
	after   []float64
	order   []int
}

func newRest(f *tournament.Field, matches []*tournament.Match, r *record, series tournament.Series, rounds, advance int) *rest {
	rest := &rest{
		points: r.points, rounds: rounds - r.rounds, advance: advance, trial: series.Trial(2, game.SubSeed(f.Seed, certainPurpose, 1)),
		dice:    game.NewDice(game.SubSeed(f.Seed, certainPurpose, 2), nil),
		through: make([]int, r.n), after: make([]float64, r.n), order: make([]int, r.n),
	}
	places := f.Places()
	for _, m := range matches {
		if !m.Decided && !slices.Contains(m.Absent(f), true) {
			rest.open = append(rest.open, [2]int{places[m.Entries[0]], places[m.Entries[1]]})
		}
	}
	return rest
}

// over reports whether the table determines who advances, or all do.
func (r *rest) over() bool { return r.rounds == 0 && len(r.open) == 0 || r.all() }

func (r *rest) all() bool { return r.advance == 0 || r.advance >= len(r.points) }

// play simulates the rest once. In rounds that are not paired yet neighbours in points meet.
func (r *rest) play(strength []float64) {
	if r.over() {
		return
	}
	r.simulate(strength)
	for _, at := range rating.Top(r.after, r.advance, strength) {
		r.through[at]++
	}
}

// simulate sets the points after the rest. Each simulation draws anew.
func (r *rest) simulate(strength []float64) {
	r.dice.Turn(r.draws)
	r.trial.Turn(r.draws)
	r.draws++
	copy(r.after, r.points)
	for _, pair := range r.open {
		r.match(pair[0], pair[1], strength)
	}
	for range r.rounds {
		for i := range r.order {
			r.order[i] = i
		}
		r.dice.Shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
		slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.after[b], r.after[a]) })
		for i := 0; i < len(r.order); i += 2 {
			if i+1 == len(r.order) {
				r.after[r.order[i]]++ // the bye
				continue
			}
			r.match(r.order[i], r.order[i+1], strength)
		}
	}
}

func (r *rest) match(one, two int, strength []float64) {
	for i, points := range r.trial.Play([]int{one, two}, strength) {
		r.after[[]int{one, two}[i]] += points
	}
}

// chance returns how often an entry advanced, 0 to 1; through reports whether it advances in the table.
func (r *rest) chance(at int, through bool) float64 {
	switch {
	case r.all():
		return 0
	case r.over() && through:
		return 1
	case r.over():
		return 0
	}
	return rating.Round(float64(r.through[at]) / float64(r.draws))
}
