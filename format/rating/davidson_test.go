package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// meet appends games of two by the result of the first: won, tied, lost.
func meet(list []Meeting, a, b, won, tied, lost int) []Meeting {
	for i, count := range []int{won, tied, lost} {
		for range count {
			list = append(list, Meeting{[]int{a, b}, []float64{2 - float64(i), float64(i)}})
		}
	}
	return list
}

// Of two entries the model has as many parameters as there are results: it returns what was observed.
func TestDavidsonOfTwo(t *testing.T) {
	strengths, ties, err := Davidson{}.Fit(2, meet(nil, 0, 1, 40, 30, 10))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", strengths[0].Log-strengths[1].Log, math.Log(4), 1e-5)
	parameter := 30 / math.Sqrt(400)
	near(t, "tie share", ties.Share, parameter/(2+parameter), 1e-5)
	near(t, "its error", ties.Err, ties.Share*(1-ties.Share)/math.Sqrt(80*0.375*0.625), 1e-5)
	if _, _, err := (Davidson{}).Fit(2, meet(nil, 0, 1, 5, 0, 0)); err == nil {
		t.Error("an undefeated entry without a prior has a strength")
	}
}

// Without ties it is the Bradley-Terry model, all ties have an estimate, and nothing is estimated of nothing.
func TestDavidsonAtItsEnds(t *testing.T) {
	games := meet(meet(meet(nil, 0, 1, 7, 0, 3), 1, 2, 6, 0, 4), 0, 2, 9, 0, 1)
	strengths, ties, err := Davidson{WeakPrior}.Fit(3, games)
	want, other := PlackettLuce{WeakPrior}.Fit(3, games)
	if err != nil || other != nil || ties != (TieShare{}) {
		t.Fatal(err, other, ties)
	}
	for i := range want {
		near(t, "strength", strengths[i].Log, want[i].Log, 1e-5)
		near(t, "error", strengths[i].Err, want[i].Err, 1e-5)
	}
	_, ties, err = Davidson{WeakPrior}.Fit(2, meet(nil, 0, 1, 0, 9, 0))
	if err != nil || ties.Share < 0.8 || ties.Share >= 1 || ties.Err <= 0 {
		t.Errorf("nine ties: %v, %v", ties, err)
	}
	if strengths, ties, err := (Davidson{WeakPrior}).Fit(3, nil); err != nil || len(strengths) != 3 || ties != (TieShare{}) {
		t.Errorf("no games: %v, %v, %v", strengths, ties, err)
	}
}

// The tie share and the strengths that games were drawn with are found within their errors.
func TestDavidsonFindsItsParameters(t *testing.T) {
	truth, parameter := []float64{-1, -0.4, 0, 0.5, 0.9}, 1.0
	outside, all := 0, 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		var games []Meeting
		for a := range truth {
			for b := range a {
				for range 40 {
					x, y := math.Exp(truth[a]), math.Exp(truth[b])
					sum := x + y + parameter*math.Sqrt(x*y)
					switch at := r.Float64() * sum; {
					case at < x:
						games = meet(games, a, b, 1, 0, 0)
					case at < x+y:
						games = meet(games, a, b, 0, 0, 1)
					default:
						games = meet(games, a, b, 0, 1, 0)
					}
				}
			}
		}
		strengths, ties, err := Davidson{WeakPrior}.Fit(len(truth), games)
		if err != nil {
			t.Fatal(err)
		}
		if all++; math.Abs(ties.Share-1.0/3) > Reach*ties.Err {
			outside++
		}
		for i, s := range strengths {
			if all++; math.Abs(s.Log-truth[i]) > Reach*s.Err {
				outside++
			}
		}
	}
	if outside > all/8 {
		t.Errorf("%d of %d estimates are outside their intervals", outside, all)
	}
}
