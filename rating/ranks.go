package rating

import (
	"cmp"
	"math"
	"slices"

	"agon/game"
)

// A Ranking is where entries may stand: by entry, the best and the worst place with 95 % confidence, and the standard error of the
// strength's logarithm.
type Ranking struct {
	Low, High []int
	Err       []float64
}

// RankDraws is how many draws make rank intervals. Of 199 draws and the truth, 190 of 200 is 95 %.
const RankDraws = 199

// Ranks draws the strengths of all entries together from what is known of them, the whole of the information with all that entries
// share, and ranks each draw. An entry's interval is the shortest that holds its place in 95 of 100 draws. So it asks
// how the others around an entry may lie as well as how it does itself, and entries that nobody can tell apart share all their places.
func (o *Online) Ranks(seed int64) Ranking {
	n, p := len(o.strength), o.precision()
	dice := game.NewDice(seed, nil)
	places := make([][]int32, n)
	for i := range places {
		places[i] = make([]int32, 0, RankDraws)
	}
	ranked := o.ranked
	if ranked == nil {
		ranked = count(n)
	}
	x, order, squares := make([]float64, n), make([]int, len(ranked)), make([]float64, n)
	for turn := range RankDraws {
		dice.Turn(turn)
		p.draw(x, &dice)
		centre(x)
		for i := range x {
			squares[i] += float64(x[i] * x[i])
			x[i] += o.strength[i]
		}
		copy(order, ranked)
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
		for place, entry := range order {
			places[entry] = append(places[entry], int32(place+1))
		}
	}
	r := Ranking{Low: make([]int, n), High: make([]int, n), Err: make([]float64, n)}
	for i := range places {
		if len(places[i]) > 0 {
			r.Low[i], r.High[i] = shortest(places[i])
		}
		r.Err[i] = Round(math.Sqrt(squares[i] / RankDraws))
	}
	return r
}

// Rank makes these entries alone have ranks: those of who plays no more are nobody's concern, though their results are.
func (o *Online) Rank(entries []int) { o.ranked = slices.Clone(entries) }

func count(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// shortest is the shortest run that holds 95 of 100 of the places, which it sorts; of equally short ones that with most of them.
func shortest(places []int32) (low, high int) {
	slices.Sort(places)
	need := int(math.Ceil(Confidence * float64(len(places)+1)))
	width, held := math.MaxInt, 0
	for from := range len(places) - need + 1 {
		to := from + need - 1
		for to+1 < len(places) && places[to+1] == places[to] {
			to++
		}
		wide := int(places[to] - places[from])
		if wide < width || wide == width && to-from > held {
			width, held = wide, to-from
			low, high = int(places[from]), int(places[to])
		}
	}
	return low, high
}
