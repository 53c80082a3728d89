package rating

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// PlackettLuce estimates strengths from whole games, whatever their order: the probability that an entry comes first among some is its
// share of the sum of their strengths, then second among the rest, and so on. For games of two it is the Bradley-Terry model.
type PlackettLuce struct {
	// Prior is how many games each entry is assumed to have won, and lost, against an average bot besides those it played. It keeps the
	// strengths of undefeated and winless entries finite. 0 is none.
	Prior float64
}

// WeakPrior is half a game won and half a game lost: enough to keep a sweep finite, and soon outweighed.
const WeakPrior = 0.5

// A Strength is an estimate on the logarithmic scale, with its standard error. The mean of all is 0. Points converts it to the Elo scale.
type Strength struct {
	Log, Err float64
}

// Points returns a strength on the Elo scale around a middle: 400 points are odds of ten to one.
func (s Strength) Points(middle float64) (points, err float64) {
	const step = 400 / math.Ln10
	return Round(middle + float64(s.Log*step)), Round(s.Err * step)
}

const (
	fitRounds = 10_000
	fitClose  = 1e-10 // of a strength's logarithm
	fitWidth  = 40    // logarithms further apart than this diverge
)

// Fit returns the strengths of n entries. In a meeting, more points than another is a better place; entries that share a place share one
// choice, which for games of two is the usual half point. The error says that the estimate did not converge, as for two groups that never
// met without a prior.
//
// The method is Hunter's (MM algorithms for generalized Bradley-Terry models, 2004); errors come from the diagonal of the information,
// which is about right if everyone met many others.
func (p PlackettLuce) Fit(n int, meetings []Meeting) ([]Strength, error) {
	if n == 0 {
		return nil, nil
	}
	stages := stagesOf(meetings)
	wins := p.wins(n, stages)
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = 1
	}
	for range fitRounds {
		if p.improve(strength, wins, stages) > fitClose {
			continue
		}
		if math.Log(slices.Max(strength)/slices.Min(strength)) > fitWidth/2 {
			break
		}
		return p.strengths(strength, stages), nil
	}
	return nil, errors.New("the strengths do not converge: some entries never met, or won or lost all their games; set a prior")
}

// A stage is one choice of the model: the first among those left.
type stage struct {
	first []int // several if they share the place
	among []int
}

func stagesOf(meetings []Meeting) []stage {
	var stages []stage
	for _, m := range meetings {
		left := byPoints(m)
		for len(left) > 1 {
			tied := 1
			for tied < len(left) && left[tied].points == left[0].points {
				tied++
			}
			s := stage{}
			for i, at := range left {
				s.among = append(s.among, at.entry)
				if i < tied {
					s.first = append(s.first, at.entry)
				}
			}
			stages = append(stages, s)
			left = left[tied:]
		}
	}
	return stages
}

// scored is an entry of a meeting with its points.
type scored struct {
	entry  int
	points float64
}

// byPoints returns the meeting's entries, most points first, and in their order where points are equal.
func byPoints(m Meeting) []scored {
	list := make([]scored, len(m.Entries))
	for i, e := range m.Entries {
		list[i] = scored{e, m.Points[i]}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.points, a.points) })
	return list
}

func (p PlackettLuce) wins(n int, stages []stage) []float64 {
	wins := make([]float64, n)
	for i := range wins {
		wins[i] = p.Prior
	}
	for _, s := range stages {
		for _, e := range s.first {
			wins[e] += 1 / float64(len(s.first))
		}
	}
	return wins
}

// improve makes one step of the fit and returns the largest change of a logarithm.
func (p PlackettLuce) improve(strength, wins []float64, stages []stage) float64 {
	hope := make([]float64, len(strength))
	for i, s := range strength {
		hope[i] = 2 * p.Prior / (s + 1)
	}
	for _, s := range stages {
		sum := sumOf(strength, s.among)
		for _, e := range s.among {
			hope[e] += 1 / sum
		}
	}
	largest := 0.0
	logs := 0.0
	next := make([]float64, len(strength))
	for i := range strength {
		next[i] = strength[i]
		if hope[i] > 0 {
			next[i] = max(wins[i]/hope[i], math.Exp(-fitWidth))
		}
		logs += math.Log(next[i])
	}
	middle := math.Exp(logs / float64(len(strength))) // the average bot of the prior is at the mean, as the scale is
	for i := range strength {
		after := next[i] / middle
		largest = max(largest, math.Abs(math.Log(after/strength[i])))
		strength[i] = after
	}
	return largest
}

func (p PlackettLuce) strengths(strength []float64, stages []stage) []Strength {
	information := make([]float64, len(strength))
	for i, s := range strength {
		information[i] = 2 * p.Prior * s / float64((s+1)*(s+1))
	}
	for _, s := range stages {
		sum := sumOf(strength, s.among)
		for _, e := range s.among {
			share := strength[e] / sum
			information[e] += float64(share * (1 - share))
		}
	}
	mean := 0.0
	for _, s := range strength {
		mean += math.Log(s) / float64(len(strength))
	}
	list := make([]Strength, len(strength))
	for i, s := range strength {
		list[i] = Strength{Log: Round(math.Log(s) - mean), Err: math.Inf(1)}
		if information[i] > 0 {
			list[i].Err = Round(1 / math.Sqrt(information[i]))
		}
	}
	return list
}

func sumOf(strength []float64, entries []int) float64 {
	sum := 0.0
	for _, e := range entries {
		sum += strength[e]
	}
	return sum
}
