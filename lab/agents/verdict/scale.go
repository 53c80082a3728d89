package verdict

import (
	"math"
	"math/rand/v2"
	"slices"

	"agon/format/rating"
)

// A Figure is a value with its 95 % interval.
type Figure struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Sure is the probability from which something is said: a side of a 95 % interval.
const Sure = 1 - (1-rating.Confidence)/2

// scale is the strengths of all versions of a run, with draws of them.
type scale struct {
	run        *Run
	parts      []int
	met        []Encounter
	whole      bool // all versions are connected
	home       int  // the part of the zero; -1: it has several
	log        []float64
	draws      [][]float64
	dispersion float64
	dice       *rand.Rand
}

func newScale(r *Run) *scale {
	s := &scale{run: r, parts: r.parts(), met: r.met(), whole: true, home: -1, dice: rand.New(rand.NewPCG(uint64(r.Seed), 1))}
	if len(r.Versions) == 0 {
		return s
	}
	online := r.fit()
	s.dispersion = online.Dispersion()
	s.log = online.Ranks(r.Seed, func(x []float64) { s.draws = append(s.draws, slices.Clone(x)) }).Log
	s.whole = slices.Max(s.parts) == 0
	zero := r.zero()
	if !slices.ContainsFunc(zero, func(v int) bool { return s.parts[v] != s.parts[zero[0]] }) {
		s.home = s.parts[zero[0]]
	}
	return s
}

// fit returns the strengths of all versions.
func (r *Run) fit() *rating.Online {
	online := rating.NewOnline(len(r.Versions), 0)
	online.Anchor(r.zero(), 0)
	online.Fit(r.units())
	return online
}

// all returns the estimate of a logarithm of strengths, and its draws.
func (s *scale) all(of func(log []float64) float64) (value float64, draws []float64) {
	draws = make([]float64, len(s.draws))
	for i, x := range s.draws {
		draws[i] = of(x)
	}
	return of(s.log), draws
}

// figure returns the figure of a logarithm of strengths, in points.
func (s *scale) figure(of func(log []float64) float64) *Figure {
	value, draws := s.all(of)
	return interval(value, draws, points)
}

// interval returns the figure of a value and its draws, each in another unit. It changes the order of the draws.
func interval(value float64, draws []float64, unit func(float64) float64) *Figure {
	q := rating.Quantiles(draws, 1-Sure, Sure)
	return &Figure{rating.Round(unit(value)), rating.Round(unit(min(value, q[0]))), rating.Round(unit(max(value, q[1])))}
}

// strength returns the strength of a version over the zero.
func (s *scale) strength(v int) *Figure {
	if s.parts[v] != s.home {
		return nil
	}
	return s.figure(func(log []float64) float64 { return log[v] })
}

// above returns how far a version is stronger than another.
func (s *scale) above(a, b int) *Figure {
	if s.parts[a] != s.parts[b] {
		return nil
	}
	return s.figure(func(log []float64) float64 { return log[a] - log[b] })
}

// chance returns the probability of something that holds in some of the draws. It is never certain.
func (s *scale) chance(holds func(log []float64) bool) float64 {
	n := 0
	for _, x := range s.draws {
		if holds(x) {
			n++
		}
	}
	return rating.Round((float64(n) + 0.5) / float64(len(s.draws)+1))
}

// moments returns the estimate of a logarithm of strengths and its standard error, in points.
func (s *scale) moments(of func(log []float64) float64) (mean, err float64) {
	mean, draws := s.all(of)
	squares := 0.0
	for _, x := range draws {
		squares += (x - mean) * (x - mean)
	}
	return points(mean), points(math.Sqrt(squares / float64(len(draws))))
}

// difference returns how far a version is stronger than another, with the standard error.
func (s *scale) difference(a, b int) (mean, err float64) {
	return s.moments(func(log []float64) float64 { return log[a] - log[b] })
}

// points returns a logarithm of strengths in points.
func points(log float64) float64 {
	value, _ := (rating.Strength{Log: log}).Points(0)
	return value
}
