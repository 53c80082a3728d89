package rating

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// roundRobin returns units of one game of each two of n entries, some times over, by the chance that the first wins.
func roundRobin(n, times int, seed uint64, wins func(a, b int) float64) Units {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	var units [][]Meeting
	for range times {
		for a := range n {
			for b := range a {
				m := Meeting{[]int{b, a}, []float64{1, 0}}
				if r.Float64() > wins(b, a) {
					m.Points = []float64{0, 1}
				}
				units = append(units, []Meeting{m})
			}
		}
	}
	return slices.Values(units)
}

// beats returns chances of entries that beat each other as their numbers modulo 3 say.
func beats(a, b int) float64 { return [...]float64{0.5, 0.1, 0.9}[(b-a+300)%3] }

// A field of three kinds has circles of them, which are the three likeliest; those of equal bots and of a clear order have none.
func TestCircles(t *testing.T) {
	found := Circles(3, roundRobin(3, 30, 1, beats))
	if len(found) != 1 || found[0].Entries != [3]int{0, 2, 1} || found[0].Chance < 0.95 {
		t.Errorf("three bots in a circle: %v", found)
	}
	many := Circles(9, roundRobin(9, 30, 1, beats))
	if len(many) != 3 || !slices.IsSortedFunc(many, func(a, b Circle) int { return int(1e6 * (b.Chance - a.Chance)) }) {
		t.Errorf("nine bots in circles: %v", many)
	}
	for _, c := range many {
		if e := c.Entries; e[0] > min(e[1], e[2]) || (e[1]-e[0]+9)%3 != 2 || (e[2]-e[1]+9)%3 != 2 {
			t.Errorf("%v is no circle", e)
		}
	}
	if again := Circles(9, roundRobin(9, 30, 1, beats)); !reflect.DeepEqual(again, many) {
		t.Errorf("%v, then %v", many, again)
	}
	wrong := 0
	for seed := range uint64(100) {
		wrong += len(Circles(14, roundRobin(14, 10, seed, func(int, int) float64 { return 0.5 })))
		wrong += len(Circles(14, roundRobin(14, 10, seed, func(a, b int) float64 { return Expected(float64(-a*40), float64(-b*40)) })))
	}
	if wrong > 10 { // a chance of 80 % is enough for a circle, so a few of these 72800 triples look like one
		t.Errorf("%d circles in 200 fields without any", wrong)
	}
}

// The games of a unit are one observation, draws say nothing, and fields without a pair have no circles.
func TestCirclesOfUnits(t *testing.T) {
	one := []Meeting{}
	for range 50 {
		one = append(one, Meeting{[]int{0, 1}, []float64{1, 0}}, Meeting{[]int{2, 1}, []float64{0, 1}},
			Meeting{[]int{0, 2}, []float64{0, 1}})
	}
	units := func(yield func([]Meeting) bool) {
		for i := range 3 {
			var unit []Meeting
			for k := i; k < len(one); k += 3 {
				unit = append(unit, one[k])
			}
			if !yield(unit) {
				return
			}
		}
	}
	if found := Circles(3, units); found != nil {
		t.Errorf("one unit of each pair: %v", found)
	}
	draw := slices.Values([][]Meeting{{{[]int{0, 1, 2}, []float64{1, 1, 1}}}, {{[]int{0, 1, 2}, []float64{1, 1, 1}}}})
	for _, u := range []Units{slices.Values([][]Meeting{}), draw} {
		if found := Circles(3, u); found != nil {
			t.Errorf("without a decision: %v", found)
		}
	}
}

// A field of 500 bots, all in circles, is read in a moment.
func BenchmarkCircles(b *testing.B) {
	units := roundRobin(500, 4, 1, beats)
	for b.Loop() {
		Circles(500, units)
	}
}
