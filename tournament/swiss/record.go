package swiss

import (
	"cmp"
	"slices"

	"agon/tournament"
)

// A record is the results of the rounds so far. Entries are places in the field.
type record struct {
	n      int
	rounds int       // complete or started
	points []float64 // a bye counts 1
	byes   []int     // rounds without an opponent
	met    [][]int   // opponents, in the order of the rounds
}

func newRecord(f *tournament.Field, matches []*tournament.Match) *record {
	n := f.Size()
	r := &record{n: n, points: make([]float64, n), byes: make([]int, n), met: make([][]int, n)}
	places := f.Places()
	for from := 0; from < len(matches); from += n / 2 {
		r.round(matches[from:min(from+n/2, len(matches))], places)
	}
	return r
}

// round adds the matches of one round. An entry in none of them had the bye.
func (r *record) round(matches []*tournament.Match, places []int) {
	r.rounds++
	played := make([]bool, r.n)
	for _, m := range matches {
		one, two := places[m.Entries[0]], places[m.Entries[1]]
		played[one], played[two] = true, true
		r.met[one], r.met[two] = append(r.met[one], two), append(r.met[two], one)
		if m.Decided {
			wins := func(i int) float64 { return float64(m.Wins[i]) }
			r.points[one] += m.Share(0, wins)
			r.points[two] += m.Share(1, wins)
		}
	}
	for i, was := range played {
		if !was {
			r.byes[i]++
			r.points[i]++
		}
	}
}

// opposition returns the sum of the points of an entry's opponents.
func (r *record) opposition(i int) float64 {
	sum := 0.0
	for _, other := range r.met[i] {
		sum += r.points[other]
	}
	return sum
}

// pair returns the pairs of the next round, as places in the field.
func (r *record) pair() [][2]int {
	order := r.order()
	if r.n%2 == 1 {
		bye := r.nextBye(order)
		order = slices.DeleteFunc(order, func(i int) bool { return i == bye })
	}
	p := pairing{record: r, order: order, taken: make([]bool, len(order)), patience: 200_000}
	if !p.fill(0) {
		p = pairing{record: r, order: order, taken: make([]bool, len(order)), again: true, patience: len(order)}
		p.fill(0)
	}
	return p.pairs
}

// order returns the field by points, then by seeding.
func (r *record) order() []int {
	order := make([]int, r.n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.points[b], r.points[a]) })
	return order
}

// nextBye returns the last of the order that has had no bye, or the last of all.
func (r *record) nextBye(order []int) int {
	for _, i := range slices.Backward(order) {
		if r.byes[i] == 0 {
			return i
		}
	}
	return order[len(order)-1]
}

// A pairing pairs a round from the top, with backtracking if the rest cannot be paired.
type pairing struct {
	record   *record
	order    []int
	taken    []bool
	pairs    [][2]int
	again    bool // pairs may meet again
	patience int  // remaining attempts
}

// fill pairs all from the ith of the order, and reports whether it could.
func (p *pairing) fill(i int) bool {
	for i < len(p.order) && p.taken[i] {
		i++
	}
	if i == len(p.order) {
		return true
	}
	p.taken[i] = true
	for _, j := range p.choices(i) {
		if p.patience--; p.patience < 0 {
			break
		}
		p.taken[j] = true
		p.pairs = append(p.pairs, [2]int{p.order[i], p.order[j]})
		if p.fill(i + 1) {
			return true
		}
		p.pairs = p.pairs[:len(p.pairs)-1]
		p.taken[j] = false
	}
	p.taken[i] = false
	return false
}

// choices returns the possible opponents of the ith, best first: of those with equal points the one half of them further down, then those
// below it, then those above it upwards; then those with fewer points in order.
func (p *pairing) choices(i int) []int {
	var equals, others []int
	for j := i + 1; j < len(p.order); j++ {
		one, two := p.order[i], p.order[j]
		if p.taken[j] || !p.again && slices.Contains(p.record.met[one], two) {
			continue
		}
		if p.record.points[one] == p.record.points[two] {
			equals = append(equals, j)
		} else {
			others = append(others, j)
		}
	}
	half := len(equals) / 2
	upwards := slices.Clone(equals[:half])
	slices.Reverse(upwards)
	return slices.Concat(equals[half:], upwards, others)
}
