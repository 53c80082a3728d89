package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"agon/format/rating"
	"agon/internal/numerals"
)

// An Effect is what runs say of an agent.
type Effect struct {
	Agent  string  `json:"agent"`
	Runs   int     `json:"runs"`   // that compare it with the zero
	First  *Figure `json:"first"`  // strength of the first version over the zero
	Gained *Figure `json:"gained"` // from the first version to the last
	Last   *Figure `json:"last"`   // strength of the last version
}

// A Pair is what runs say of two agents, by their last versions.
type Pair struct {
	One        string  `json:"one"`
	Other      string  `json:"other"`
	Runs       int     `json:"runs"`       // that compare the two
	Difference *Figure `json:"difference"` // how far One is stronger, in points
	Between    float64 `json:"between"`    // standard deviation of the true difference from run to run, in points
	Chance     float64 `json:"chance"`     // that One is the better agent
	Better     string  `json:"better"`     // the one that is said to be better; empty: the runs do not tell them apart
}

// sample is an estimate of each run, with its standard error.
type sample struct{ values, errors []float64 }

func (s *sample) add(value, err float64) {
	s.values, s.errors = append(s.values, value), append(s.errors, err)
}

// pooled is the mean over runs as a random effect.
type pooled struct {
	mean, err, between float64
	freedom            int
}

// least is the smallest standard error of a run in points. A version that played on has none: one such run would outweigh all others.
const least = 1

// pool returns the mean of at least two runs. The variance between runs is DerSimonian and Laird's; the error is Hartung and Knapp's, but
// never smaller than that of the games alone.
func (s *sample) pool() pooled {
	k := len(s.values)
	fixed := s.weigh(0)
	q, sum, squares := 0.0, 0.0, 0.0
	for i, x := range s.values {
		w := s.weight(i, 0)
		q += w * (x - fixed) * (x - fixed)
		sum += w
		squares += w * w
	}
	variance := max(0, (q-float64(k-1))/(sum-squares/sum))
	p := pooled{mean: s.weigh(variance), between: math.Sqrt(variance), freedom: k - 1}
	strayed, weights := 0.0, 0.0
	for i, x := range s.values {
		w := s.weight(i, variance)
		strayed += w * (x - p.mean) * (x - p.mean)
		weights += w
	}
	p.err = math.Sqrt(max(1, strayed/float64(k-1)) / weights)
	return p
}

func (s *sample) weight(i int, between float64) float64 {
	return 1 / (max(least, s.errors[i])*max(least, s.errors[i]) + between)
}

// weigh returns the weighted mean.
func (s *sample) weigh(between float64) float64 {
	sum, weights := 0.0, 0.0
	for i, x := range s.values {
		sum += s.weight(i, between) * x
		weights += s.weight(i, between)
	}
	return sum / weights
}

func (p pooled) figure() *Figure {
	reach := rating.StudentT(rating.Confidence, p.freedom) * p.err
	return &Figure{rating.Round(p.mean), rating.Round(p.mean - reach), rating.Round(p.mean + reach)}
}

// compare compares the agents over runs.
func (v *Verdict) compare(runs []*scale) {
	if len(runs) < 2 {
		v.Said = append(v.Said, "One run says which versions are stronger, not which agent is better: the same agents, started again, "+
			"hand in other versions. Play the contest several times (repeat = 5) to compare agents.")
		return
	}
	names := runs[0].run.Agents
	for i, one := range names {
		v.Agents = append(v.Agents, effect(one, runs))
		for _, other := range names[i+1:] {
			v.Pairs = append(v.Pairs, pair(one, other, runs))
		}
	}
	decide(v.Pairs)
	for _, p := range v.Pairs {
		v.Said = append(v.Said, p.String())
	}
}

// effect returns what runs say of an agent.
func effect(name string, runs []*scale) Effect {
	e := Effect{Agent: name}
	var first, gained, last sample
	for _, s := range runs {
		a, b := s.run.first(name), s.run.last(name)
		if a < 0 || s.parts[a] != s.home || s.parts[b] != s.home {
			continue
		}
		e.Runs++
		first.add(s.moments(func(log []float64) float64 { return log[a] }))
		last.add(s.moments(func(log []float64) float64 { return log[b] }))
		gained.add(s.difference(b, a))
	}
	if e.Runs > 1 {
		e.First, e.Gained, e.Last = first.pool().figure(), gained.pool().figure(), last.pool().figure()
	}
	return e
}

// pair returns what runs say of two agents, before it is decided what is said.
func pair(one, other string, runs []*scale) Pair {
	p := Pair{One: one, Other: other, Chance: 0.5}
	var all sample
	for _, s := range runs {
		a, b := s.run.last(one), s.run.last(other)
		if a >= 0 && b >= 0 && s.parts[a] == s.parts[b] {
			all.add(s.difference(a, b))
		}
	}
	if p.Runs = len(all.values); p.Runs > 1 {
		mean := all.pool()
		p.Difference, p.Between = mean.figure(), rating.Round(mean.between)
		p.Chance = rating.Round(rating.StudentBelow(mean.mean/mean.err, mean.freedom))
	}
	return p
}

// decide says who is better where at most 5 % of contests have a wrong statement, over all pairs together: the surest pair has the
// strictest level, as for all of them, and each next one that for those that are left (S. Holm, A simple sequentially rejective multiple
// test procedure, 1979).
func decide(pairs []Pair) {
	order := make([]*Pair, len(pairs))
	for i := range pairs {
		order[i] = &pairs[i]
	}
	doubt := func(p *Pair) float64 { return 2 * min(p.Chance, 1-p.Chance) }
	slices.SortStableFunc(order, func(a, b *Pair) int { return cmp.Compare(doubt(a), doubt(b)) })
	for i, p := range order {
		if p.Difference == nil || doubt(p)*float64(len(order)-i) > 1-rating.Confidence {
			return
		}
		p.Better = p.One
		if p.Chance < 0.5 {
			p.Better = p.Other
		}
	}
}

// String returns a sentence about the two.
func (p Pair) String() string {
	if p.Difference == nil {
		return fmt.Sprintf("%s and %s: fewer than two runs compare them.", p.One, p.Other)
	}
	one, other, chance, d := p.One, p.Other, p.Chance, *p.Difference
	if chance < 0.5 {
		one, other, chance, d = other, one, 1-chance, Figure{-d.Value, -d.High, -d.Low}
	}
	figures := fmt.Sprintf("%s points in the mean of %d runs, 95 %% interval %s to %s, chance %s", numerals.Decimals(d.Value, 0), p.Runs,
		numerals.Decimals(d.Low, 0), numerals.Decimals(d.High, 0), percent(chance))
	if p.Better == "" {
		return fmt.Sprintf("The runs do not tell %s and %s apart: %s that %s is the better agent.", one, other, figures, one)
	}
	return fmt.Sprintf("%s is the better agent than %s: %s.", one, other, figures)
}

// percent writes a probability, which is never certain.
func percent(p float64) string {
	if p > 0.999 {
		return "> 99.9 %"
	}
	return numerals.Decimals(100*p, 1) + " %"
}
