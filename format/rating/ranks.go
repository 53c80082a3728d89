package rating

import (
	"math"
	"slices"

	"agon/game"
)

// A Ranking holds ranks with their uncertainty, by entry.
type Ranking struct {
	Log       []float64 // estimates of the strengths' logarithms; their mean is 0
	Err       []float64 // their standard errors
	Low, High []int     // the best and the worst place with 95 % confidence
	First     []float64 // the probability of the first place
}

// RankDraws is the number of draws for rank intervals. Of 399 draws and the truth, 380 of 400 is 95 %.
const RankDraws = 399

// A field of more than manyEntries has fewer draws.
const (
	manyEntries = 1000
	fewerDraws  = 199
)

// Ranks draws the strengths of all entries together from the full information, correlations included, and ranks each draw. An entry's
// interval is the shortest that contains its place in 95 of 100 draws. So it depends on the others around an entry as well, and
// indistinguishable entries share all their places. see, if not nil, receives each draw, which is valid only during the call.
func (o *Online) Ranks(seed int64, see func(strength []float64)) Ranking {
	n := len(o.strength)
	r := Ranking{Log: make([]float64, n), Err: make([]float64, n), First: make([]float64, n)}
	s := newSampler(o, seed)
	copy(r.Log, o.Estimates())
	places := make([][]int32, n)
	for i := range places {
		places[i] = make([]int32, 0, s.draws)
	}
	ranked := o.ranked
	if ranked == nil {
		ranked = count(n)
	}
	by, squares := newOrdering(ranked), make([]float64, n)
	for range s.draws {
		x := s.next()
		for i, v := range x {
			away := v - r.Log[i]
			squares[i] += float64(away * away)
		}
		order := by.falling(x)
		for place, entry := range order {
			places[entry] = append(places[entry], int32(place+1))
		}
		r.First[order[0]]++
		if see != nil {
			see(x)
		}
	}
	r.Low, r.High = make([]int, n), make([]int, n)
	for i := range places {
		if len(places[i]) > 0 {
			r.Low[i], r.High[i] = Shortest(places[i])
		}
		r.Err[i] = Round(math.Sqrt(squares[i] / float64(s.draws)))
		r.First[i] = Round(r.First[i] / float64(s.draws))
	}
	return r
}

// Rank restricts ranks to these entries. Entries that have left have no ranks, though their results count.
func (o *Online) Rank(entries []int) { o.ranked = slices.Clone(entries) }

func count(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Estimates returns the logarithms of the strengths that rank, including what is known of the biases of pairs.
func (o *Online) Estimates() []float64 {
	list := slices.Clone(o.strength)
	if o.misfit > 0 {
		newBiases(o).expect(list)
	}
	if o.misfit > 0 || len(o.zero) > 0 {
		o.centre(list)
	}
	for i := range list {
		list[i] = Round(list[i])
	}
	return list
}

// Shortest returns the shortest run that contains 95 of 100 of the places, which it sorts; of equally short ones that with most of them.
func Shortest(places []int32) (low, high int) {
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

// A sampler draws strengths, one field after the other, by Gibbs sampling: each strength in turn from its results given the other
// strengths, and from its law in the mixture, which is drawn with them.
type sampler struct {
	o       *Online
	mixture *mixture
	dice    game.Dice
	turn    int
	draws   int // in all
	sweeps  int // for one draw

	half *half
	at   []float64 // current draw of the strengths
	away []float64 // these less the estimates
	push []float64 // slope that counts at the estimates
	pull []float64 // slope that counts at the draw, as far as the sweep has added it up
	bias *biases   // nil without biases of pairs
	out  []float64
}

const (
	warming   = 40         // discarded draws: the first ones lie near the estimates
	leastWork = 1          // sweeps of a draw
	mostWork  = 6          // in a field that is small
	work      = 20_000_000 // pairs that all draws together may visit
)

func newSampler(o *Online, seed int64) *sampler {
	n, half := len(o.strength), o.info.half()
	pairs := 1 + 2*len(half.others)
	draws := RankDraws
	if n > manyEntries {
		draws = fewerDraws
	}
	s := &sampler{
		draws: draws, o: o, mixture: newMixture(o.strength, o.width), dice: game.NewDice(seed, nil),
		sweeps: max(leastWork, min(mostWork, work/(draws*pairs))),
		half:   half, at: slices.Clone(o.strength), away: make([]float64, n), push: make([]float64, n), pull: make([]float64, n),
		out: make([]float64, n),
	}
	o.info.slopes(s.push)
	if o.misfit > 0 {
		s.bias = newBiases(o)
	}
	for range warming {
		s.draw()
	}
	return s
}

// next returns the next draw, valid until the one after it.
func (s *sampler) next() []float64 {
	s.draw()
	copy(s.out, s.at)
	if s.bias != nil {
		s.bias.draw(s.out, s.away, &s.dice)
	}
	s.o.centre(s.out)
	return s.out
}

func (s *sampler) draw() {
	s.dice.Turn(s.turn)
	s.turn++
	s.mixture.draw(s.at, &s.dice)
	for range s.sweeps {
		copy(s.pull, s.push)
		for i := range s.at {
			s.one(i)
		}
	}
}

// one draws the strength of an entry, given all others. Smaller entries have added their new strengths to its pull.
func (s *sampler) one(i int) {
	l := s.mixture.of(i)
	pull := s.pull[i]
	others, counts := s.half.row(i)
	for k, other := range others {
		pull += float64(counts[k] * s.away[other])
	}
	own := s.o.info.own[i]
	estimate := s.o.strength[i]
	known := own + 1/l.variance
	away := (pull+(l.mean-estimate)/l.variance)/known + normal(&s.dice)/math.Sqrt(known)
	for k, other := range others {
		s.pull[other] += float64(counts[k] * away)
	}
	s.away[i], s.at[i] = away, estimate+away
}
