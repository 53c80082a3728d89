package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// unitsOf makes each meeting a unit of its own.
func unitsOf(meetings []Meeting) Units {
	return func(yield func([]Meeting) bool) {
		for _, m := range meetings {
			if !yield([]Meeting{m}) {
				return
			}
		}
	}
}

// fed returns an online fit that received the meetings in portions.
func fed(n, portion int, spread float64, meetings []Meeting) *Online {
	o := NewOnline(n, spread)
	for from := 0; from < len(meetings); from += portion {
		to := min(from+portion, len(meetings))
		o.Take(unitsOf(meetings[from:to]), unitsOf(meetings[:to]))
	}
	return o
}

// drawnFrom returns games of so many seats from known strengths.
func drawnFrom(r *rand.Rand, truth []float64, seats, games int) []Meeting {
	var meetings []Meeting
	for range games {
		meetings = append(meetings, drawn(r, truth, seats))
	}
	return meetings
}

var truth = []float64{1.2, 0.7, 0.4, 0.1, -0.3, -0.5, -0.7, -0.9}

// With a very wide prior, an online fit equals the fit of all games at once.
func TestOnlineIsTheFit(t *testing.T) {
	for _, seats := range []int{2, 4} {
		r := rand.New(rand.NewPCG(uint64(seats), 1))
		meetings := drawnFrom(r, truth, seats, 400)
		want, err := PlackettLuce{}.Fit(len(truth), meetings)
		if err != nil {
			t.Fatal(err)
		}
		o := fed(len(truth), 400, 1000, meetings)
		for i, w := range want {
			near(t, "strength", o.Strength(i).Log, w.Log, 2e-3)
		}
	}
}

// Portions move the strengths at once, and after a full fit they leave no trace.
func TestPortionsLeaveNoTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	meetings := drawnFrom(r, truth, 3, 600)
	whole := fed(len(truth), 600, 1, meetings)
	for _, portion := range []int{7, 50, 333} {
		o := fed(len(truth), portion, 1, meetings)
		for i := range truth {
			near(t, "strength between two fits", o.Strength(i).Log, whole.Strength(i).Log, 0.03)
		}
		o.Fit(unitsOf(meetings))
		for i := range truth {
			near(t, "strength", o.Strength(i).Log, whole.Strength(i).Log, 2e-3)
		}
	}
}

func TestTheSamePortionsGiveTheSame(t *testing.T) {
	meetings := drawnFrom(rand.New(rand.NewPCG(4, 1)), truth, 2, 300)
	one, two := fed(len(truth), 20, 0, meetings), fed(len(truth), 20, 0, meetings)
	if !slices.Equal(one.strength, two.strength) || one.Width() != two.Width() || one.Dispersion() != two.Dispersion() {
		t.Error("two fits of the same portions differ")
	}
	clone := one.Clone()
	one.Take(unitsOf(meetings[:5]), unitsOf(append(slices.Clone(meetings), meetings[:5]...)))
	if !slices.Equal(clone.strength, two.strength) {
		t.Error("a copy follows the original")
	}
}

func TestWhoWonEverythingIsFinite(t *testing.T) {
	var sweep []Meeting
	for range 50 {
		sweep = append(sweep, Meeting{[]int{0, 1}, []float64{1, 0}}, Meeting{[]int{1, 2}, []float64{1, 0}})
	}
	o := fed(4, 10, 0, sweep)
	one, two, three := o.Strength(0).Log, o.Strength(1).Log, o.Strength(2).Log
	if one <= two+1 || two <= three+1 || one > 20 {
		t.Errorf("strengths are %v, %v, %v", one, two, three)
	}
	if o.Strength(3).Err <= o.Strength(1).Err {
		t.Errorf("an entry without games has the error %v, the one with most games %v", o.Strength(3).Err, o.Strength(1).Err)
	}
}

// Units of games that end alike count as one game; independent games count each; games whose seats alternate in winning add nothing new.
func TestDispersion(t *testing.T) {
	for _, tt := range []struct {
		name  string
		games func(r *rand.Rand) []Meeting
		least float64
		most  float64
	}{
		{"independent games", func(r *rand.Rand) []Meeting {
			m := drawn(r, truth, 2)
			return []Meeting{m, again(r, m)}
		}, 0.93, 1.07},
		{"games that end alike", func(r *rand.Rand) []Meeting {
			m := drawn(r, truth, 2)
			return []Meeting{m, m}
		}, 1.86, 2.14},
		{"four games that end alike", func(r *rand.Rand) []Meeting {
			m := drawn(r, truth, 4)
			return []Meeting{m, m, m, m}
		}, 3.7, 4.3},
		{"who sits first wins", func(r *rand.Rand) []Meeting {
			m := Meeting{Entries: r.Perm(len(truth))[:2], Points: []float64{1, 0}}
			return []Meeting{m, {Entries: []int{m.Entries[1], m.Entries[0]}, Points: m.Points}}
		}, leastDispersion, leastDispersion},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 1))
			var all [][]Meeting
			for range 4000 {
				all = append(all, tt.games(r))
			}
			o := NewOnline(len(truth), 0)
			o.Fit(slices.Values(all))
			if d := o.Dispersion(); d < tt.least || d > tt.most {
				t.Errorf("the dispersion is %v, want %v to %v", d, tt.least, tt.most)
			}
		})
	}
}

// again returns another game of the same entries, in other seats.
func again(r *rand.Rand, m Meeting) Meeting {
	n := Meeting{Entries: []int{m.Entries[1], m.Entries[0]}}
	for _, e := range n.Entries {
		n.Points = append(n.Points, truth[e]-math.Log(r.ExpFloat64()))
	}
	return n
}

func TestTheWidthIsLearned(t *testing.T) {
	for _, deviation := range []float64{0.3, 2} {
		r := rand.New(rand.NewPCG(6, 1))
		strengths := make([]float64, 200)
		for i := range strengths {
			strengths[i] = deviation * r.NormFloat64()
		}
		o := fed(200, 2000, 0, drawnFrom(r, strengths, 2, 20_000))
		near(t, "learned deviation", math.Sqrt(o.Width()), deviation, 0.1*deviation+0.03)
	}
}

// An entry without results, as one whose games no longer count, widens nothing: the width of the prior stays that of the field however
// often it is fitted, and what is known of the others stays known. One pair of this field has met more than all others, and no pair has
// lost both games of a unit.
func TestAnEntryWithoutResultsWidensNothing(t *testing.T) {
	var units [][]Meeting
	for _, pair := range []struct{ a, b, won, shared int }{{0, 1, 69, 7}, {0, 3, 20, 0}, {1, 3, 23, 5}, {0, 4, 155, 417}} {
		for i := range pair.won + pair.shared {
			win := Meeting{Entries: []int{pair.a, pair.b}, Points: []float64{1, 0}}
			other := win
			if i >= pair.won {
				other.Points = []float64{0, 1}
			}
			units = append(units, []Meeting{win, other})
		}
	}
	o := NewOnline(5, 0)
	for range 20 {
		o.Fit(slices.Values(units))
	}
	if !(o.Width() <= 4*usualWidth) {
		t.Errorf("the width of the prior is %v, of a field it was %v", o.Width(), usualWidth)
	}
	ranking := o.Ranks(1, nil)
	for _, entry := range []int{0, 4} {
		if !(ranking.Err[entry] < 1.5) {
			t.Errorf("the error of entry %d is %v", entry, ranking.Err[entry])
		}
	}
}
