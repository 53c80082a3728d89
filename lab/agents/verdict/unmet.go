package verdict

import "math"

// A rival is what a version achieved against another one.
type rival struct {
	version      int
	games, score float64
}

// unmet returns what a version achieved against rivals of which neither had met the other when it was made: both were handed in for the
// same round.
func (s *scale) unmet(version int) (list []rival) {
	for _, e := range s.met {
		if e.Other == version {
			e = Encounter{One: e.Other, Other: e.One, Won: e.Lost, Drawn: e.Drawn, Lost: e.Won}
		}
		one, other := s.run.Versions[e.One], s.run.Versions[e.Other]
		if e.One == version && one.Round == other.Round && one.Agent != other.Agent {
			list = append(list, rival{e.Other, float64(e.Won + e.Drawn + e.Lost), float64(e.Won) + float64(e.Drawn)/2})
		}
	}
	return list
}

// against returns 1 for more points, a half for equal ones, 0 for fewer.
func against(own, other float64) float64 {
	switch {
	case own > other:
		return 1
	case own == other:
		return 0.5
	}
	return 0
}

// performance returns the strength with which a version is expected to achieve what it did against these rivals, whose strengths are
// given, and its standard error for independent games. A game won and one lost against its own strength are added, so that a sweep is
// finite.
func performance(version int, rivals []rival, log []float64) (at, err float64) {
	at = log[version]
	info := 0.0
	for range 20 {
		p := 1 / (1 + math.Exp(log[version]-at))
		slope := 1 - 2*p
		info = 2 * p * (1 - p)
		for _, o := range rivals {
			p := 1 / (1 + math.Exp(log[o.version]-at))
			slope += o.score - o.games*p
			info += o.games * p * (1 - p)
		}
		step := max(-1, min(1, slope/info))
		if at += step; math.Abs(step) < 1e-6 {
			break
		}
	}
	return at, 1 / math.Sqrt(info)
}

// held returns how much of the gain from one version to another there is against rivals that neither had met, and as a part of the whole
// gain. The part is nil where it is not certain that there was a gain.
func (s *scale) held(first, last int) (gain, share *Figure) {
	before, after := s.unmet(first), s.unmet(last)
	whole := s.above(last, first)
	if first == last || whole == nil || len(before) == 0 || len(after) == 0 {
		return nil, nil
	}
	draws, parts := make([]float64, len(s.draws)), make([]float64, len(s.draws))
	for i, x := range s.draws {
		one, oneErr := performance(first, before, x)
		two, twoErr := performance(last, after, x)
		draws[i] = two - one + s.dice.NormFloat64()*math.Sqrt(s.dispersion*(oneErr*oneErr+twoErr*twoErr))
		parts[i] = draws[i] / (x[last] - x[first])
	}
	one, _ := performance(first, before, s.log)
	two, _ := performance(last, after, s.log)
	gain = interval(two-one, draws, points)
	if whole.Low > 0 {
		share = interval((two-one)/(s.log[last]-s.log[first]), parts, func(part float64) float64 { return part })
	}
	return gain, share
}
