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
	for from := 0; from < len(matches); {
		to := from + 1
		for to < len(matches) && matches[to].Opened == matches[from].Opened {
			to++
		}
		r.round(f, matches[from:to], places)
		from = to
	}
	return r
}

// round adds the matches of one round. An entry in none of them had the bye, unless it was gone.
func (r *record) round(f *tournament.Field, matches []*tournament.Match, places []int) {
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
			continue
		}
		if absent := m.Absent(f); absent[0] != absent[1] {
			stays := one
			if absent[0] {
				stays = two
			}
			r.points[stays]++
		}
	}
	for i, was := range played {
		if !was && !f.Gone(f.Entries[i], matches[0].Opened) {
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

// pair returns the pairs of the next round, as places in the field, without those that gone reports.
func (r *record) pair(gone func(i int) bool) [][2]int {
	order := slices.DeleteFunc(r.order(), gone)
	paired := order
	if len(order)%2 == 1 {
		bye := r.nextBye(order)
		paired = slices.DeleteFunc(slices.Clone(order), func(i int) bool { return i == bye })
	}
	if p := newPairing(r, paired, few*len(paired)); p.fill(0) {
		return p.pairs
	}
	if len(order) > mostMatched {
		return r.searched(paired)
	}
	pairs := r.fewest(paired)
	if r.rematches(pairs) > 0 {
		return r.fewest(order)
	}
	if p := newPairing(r, paired, patience); p.fill(0) {
		return p.pairs
	}
	return pairs
}

// searched pairs more entries than a matching can pair.
func (r *record) searched(order []int) [][2]int {
	p := newPairing(r, order, patience)
	if !p.fill(0) {
		p = newPairing(r, order, len(order))
		p.again = true
		p.fill(0)
	}
	return p.pairs
}

// rematches returns how many of the pairs have met.
func (r *record) rematches(pairs [][2]int) int {
	n := 0
	for _, pair := range pairs {
		if slices.Contains(r.met[pair[0]], pair[1]) {
			n++
		}
	}
	return n
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

// nextBye returns the last of those in the order that have had the fewest byes.
func (r *record) nextBye(order []int) int {
	bye := order[len(order)-1]
	for _, i := range slices.Backward(order) {
		if r.byes[i] < r.byes[bye] {
			bye = i
		}
	}
	return bye
}
