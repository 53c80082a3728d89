package swiss

import (
	"cmp"
	"slices"

	"agon/format/tournament"
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
	byes := r.byesFor(order)
	p := newPairing(r, order, few*len(order))
	if len(order)%2 == 1 {
		p.take(byes[0], true)
	}
	if !p.fill(0) {
		p = newPairing(r, order, 0)
		p.fewest(byes)
	}
	return p.pairs
}

// few is how many pairs are tried for each entry, before a matching says which are possible.
const few = 50

// formerly returns the pairs that earlier versions drew: where they found no round without rematches they paired as if none had met.
func (r *record) formerly(gone func(i int) bool) [][2]int {
	order := slices.DeleteFunc(r.order(), gone)
	var p *pairing
	for _, again := range []bool{false, true} {
		p = newPairing(r, order, 200_000)
		p.again, p.former = again, true
		if len(order)%2 == 1 {
			p.take(r.byesFor(order)[0], true)
		}
		if p.fill(0) {
			break
		}
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

// byesFor returns the places of those in an order that have had the fewest byes, the last first: the first of them has the next.
func (r *record) byesFor(order []int) (places []int) {
	least := r.rounds
	for _, entry := range order {
		least = min(least, r.byes[entry])
	}
	for i, entry := range slices.Backward(order) {
		if r.byes[entry] == least {
			places = append(places, i)
		}
	}
	return places
}
