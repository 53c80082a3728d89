package knockout

import (
	"cmp"
	"math"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// certainPurpose separates the dice of forecasts from other dice.
const certainPurpose = 0x6365727461696e

// A forecast simulates the rest of a bracket many times, with strengths drawn from the estimate of its games.
type forecast struct {
	*bracket
	places  []int // by entry
	need    int   // games that win a match
	advance int
	dice    game.Dice

	draws   int
	ties    []tournament.Tie
	ranks   [][]int32 // by place in the field: in each draw, the best of the places that it shares
	last    map[int32]int
	first   []int // number of draws that each won, by place in the field
	through []int
	depth   []int
	order   []int
}

// forecast returns the forecast of a bracket that has begun and is not over; nil for any other.
func (k *Format) forecast(f *tournament.Field, b *bracket) *forecast {
	if f.OrderOnly || len(b.played) == 0 ||
		!slices.ContainsFunc(b.Ties, func(t tournament.Tie) bool { return t.Winner == tournament.Unknown }) {
		return nil
	}
	n := f.Size()
	p := &forecast{
		bracket: b, places: f.Places(), need: k.bestOf/2 + 1, advance: min(k.advance, n),
		dice:  game.NewDice(game.SubSeed(f.Seed, certainPurpose, 1), nil),
		ranks: make([][]int32, n), last: map[int32]int{}, first: make([]int, n), through: make([]int, n), depth: make([]int, n),
		order: make([]int, n),
	}
	online := rating.NewOnline(n, 0)
	online.Fit(func(yield func([]rating.Meeting) bool) {
		for i := range b.Ties {
			m := b.played[b.Ties[i].Number]
			if m == nil || len(m.Games) == 0 {
				continue
			}
			var unit []rating.Meeting
			for _, g := range m.Games {
				unit = append(unit, g.Meeting(func(entry int) int { return p.places[entry] }))
			}
			if !yield(unit) {
				return
			}
		}
	})
	online.Ranks(game.SubSeed(f.Seed, certainPurpose), p.play)
	return p
}

// play simulates the rest of the bracket once.
func (p *forecast) play(strength []float64) {
	p.dice.Turn(p.draws)
	p.draws++
	p.ties = append(p.ties[:0], p.Ties...)
	run := bracket{Bracket: &tournament.Bracket{Seeds: p.Seeds, Gone: p.Gone, Parts: p.Parts, Ties: p.ties}, second: p.second}
	for i := range p.ties {
		t := &p.ties[i]
		if t.Winner != tournament.Unknown {
			continue
		}
		run.fill(t)
		if t.Winner == tournament.Unknown {
			p.decide(t, strength)
		}
	}
	p.count(&run)
}

// decide simulates the rest of a match, from the games already won.
func (p *forecast) decide(t *tournament.Tie, strength []float64) {
	for side, entry := range t.Sides {
		if slices.Contains(p.Gone, entry) {
			t.Winner, t.Loser = t.Sides[1-side], entry
			return
		}
	}
	one, two := p.places[t.Sides[0]], p.places[t.Sides[1]]
	chance := 1 / (1 + math.Exp(strength[two]-strength[one]))
	wins := t.Wins
	for wins[0] < p.need && wins[1] < p.need {
		if float64(p.dice.Uint64()>>11)/(1<<53) < chance {
			wins[0]++
		} else {
			wins[1]++
		}
	}
	t.Winner, t.Loser = t.Sides[0], t.Sides[1]
	if wins[1] > wins[0] {
		t.Winner, t.Loser = t.Loser, t.Winner
	}
}

// count records how far each entry came. Entries that came equally far share a place.
func (p *forecast) count(run *bracket) {
	clear(p.depth)
	for i := range run.Ties {
		t := &run.Ties[i]
		for _, entry := range t.Sides {
			if entry < 0 {
				continue
			}
			depth := t.Level
			if entry == t.Winner && (run.third(t) || t.Number == run.last()) {
				depth++
			}
			p.depth[p.places[entry]] = max(p.depth[p.places[entry]], depth)
		}
	}
	for i, entry := range p.Seeds {
		p.order[i] = p.places[entry]
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.depth[b], p.depth[a]) })
	for from := 0; from < len(p.order); {
		to := from + 1
		for to < len(p.order) && p.depth[p.order[to]] == p.depth[p.order[from]] {
			to++
		}
		p.last[int32(from+1)] = max(p.last[int32(from+1)], to)
		for _, at := range p.order[from:to] {
			p.ranks[at] = append(p.ranks[at], int32(from+1))
			if from == 0 {
				p.first[at]++
			}
		}
		from = to
	}
	for _, at := range p.order[:p.advance] {
		p.through[at]++
	}
}

// setForecast sets a line's range of final places with 95 % confidence, and its chances.
func (p *forecast) setForecast(line *tournament.Standing) {
	at := p.places[line.Entry]
	low, high := rating.Shortest(p.ranks[at])
	line.RankLow, line.RankHigh = low, p.last[int32(high)]
	line.ChanceFirst = rating.Round(float64(p.first[at]) / float64(p.draws))
	if p.advance > 0 && p.advance < len(p.places) {
		line.ChanceNext = rating.Round(float64(p.through[at]) / float64(p.draws))
	}
}
