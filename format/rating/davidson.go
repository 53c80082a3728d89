package rating

import (
	"errors"
	"math"
	"slices"
)

/*
Davidson estimates strengths from games of two with ties (R. Davidson, On extending the Bradley-Terry model to accommodate ties, 1970). Of
entries with the strengths a and b the first wins with a part of a, the other with b, and they tie with v√(ab), where v is the tie parameter
of the field: games between equals are tied more often. [PlackettLuce] takes a tie as half a win, and does not say how often equals tie.
*/
type Davidson struct {
	// Prior is how many games each entry is assumed to have won, and lost, against an average bot; and how many games of equals to have
	// been tied, and decided, if there are ties. It keeps all estimates finite. 0 is none.
	Prior float64
}

// A TieShare is the part of the games between equal entries that is tied, from 0 to 1, with its standard error.
type TieShare struct {
	Share float64 `json:"share"`
	Err   float64 `json:"error"`
}

// Fit returns the strengths of n entries, and how often equal ones tie: v/(2+v). Meetings are of two. The error says that the estimate did
// not converge. The method is that of [PlackettLuce.Fit], and errors come from the diagonal of the information as well.
func (p Davidson) Fit(n int, meetings []Meeting) ([]Strength, TieShare, error) {
	seen := tally{make([]float64, n+1), nil}
	for i := range n {
		seen.sums[i] = p.Prior
	}
	parameter := 0.0
	for _, m := range meetings {
		first := won(m.Points[0], m.Points[1])
		seen.sums[m.Entries[0]] += first
		seen.sums[m.Entries[1]] += 1 - first
		if first == 0.5 {
			seen.sums[n]++
			parameter = 1
		}
	}
	seen.sums[n] += p.Prior
	logs, next := make([]float64, n), make([]float64, n)
	for range fitRounds {
		if n > 0 && !(slices.Max(logs)-slices.Min(logs) < fitWidth/2) {
			break
		}
		e := p.expect(logs, parameter, meetings)
		for i := range next {
			next[i] = logs[i] + math.Log(max(seen.sums[i], math.SmallestNonzeroFloat64)/e.sums[i])
		}
		centre(next)
		largest := 0.0
		for i := range next {
			largest = max(largest, math.Abs(next[i]-logs[i]))
		}
		if copy(logs, next); parameter > 0 {
			largest = max(largest, math.Abs(math.Log(seen.sums[n]/e.sums[n])))
			parameter *= seen.sums[n] / e.sums[n]
		}
		if largest <= fitClose {
			list, ties := e.estimates(logs, parameter)
			return list, ties, nil
		}
	}
	return nil, TieShare{}, errors.New("the strengths do not converge: some entries never met, or won or lost all their games; set a prior")
}

// A tally is the points of each entry and, last, the number of ties; expected ones have variances.
type tally struct{ sums, variances []float64 }

func (t *tally) add(at int, mean, variance float64) {
	t.sums[at] += float64(mean)
	t.variances[at] += float64(variance)
}

// expect returns what games come to with these logarithms of strengths and this tie parameter, the assumed ones included.
func (p Davidson) expect(logs []float64, parameter float64, meetings []Meeting) tally {
	n := len(logs)
	t := tally{make([]float64, n+1), make([]float64, n+1)}
	for i, log := range logs {
		share := 1 / (1 + math.Exp(-log))
		t.add(i, 2*p.Prior*share, 2*p.Prior*share*(1-share))
	}
	share := parameter / (2 + parameter)
	t.add(n, 2*p.Prior*share, 2*p.Prior*share*(1-share))
	for _, m := range meetings {
		root := math.Exp((logs[m.Entries[0]] - logs[m.Entries[1]]) / 2) // of the ratio of strengths
		all := root + 1/root + parameter
		tied := parameter / all
		for k, wins := range [...]float64{root / all, 1 / (root * all)} {
			mean := wins + tied/2
			t.add(m.Entries[k], mean, wins+tied/4-float64(mean*mean))
		}
		t.add(n, tied, tied*(1-tied))
	}
	return t
}

// estimates returns strengths and how often equals tie, with their errors. The variance of ties is the information about the logarithm of
// the parameter, in which the share of ties has the slope share(1-share).
func (t *tally) estimates(logs []float64, parameter float64) (list []Strength, ties TieShare) {
	for i, log := range logs {
		list = append(list, Strength{Round(log), Round(1 / math.Sqrt(t.variances[i]))})
	}
	if share := parameter / (2 + parameter); share > 0 {
		ties = TieShare{Round(share), Round(share * (1 - share) / math.Sqrt(t.variances[len(logs)]))}
	}
	return list, ties
}
