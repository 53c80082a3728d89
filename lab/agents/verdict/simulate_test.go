package verdict

import (
	"testing"

	"agon/internal/tier"
)

// simulations are contests of equal agents, of agents a bit apart, and of agents of which one gains more and varies more.
var simulations = []struct {
	name  string
	power float64 // at least this part of the pairs that differ is said
	setup Simulation
}{
	{"equal agents", 0, Simulation{Agents: []Simulated{{Run: 80, Edit: 30}, {Run: 80, Edit: 30}, {Run: 80, Edit: 30}}}},
	{"equal in the end", 0, Simulation{Agents: []Simulated{{Strength: 100, Run: 60}, {Strength: 60, Gain: 20, Run: 60, Edit: 40},
		{Gain: 50}}}},
	{"one gains more", 0.7, Simulation{Agents: []Simulated{{Gain: 10, Run: 50, Edit: 20}, {Gain: 150, Run: 50, Edit: 20}}}},
	{"a ladder of agents", 0.4, Simulation{Agents: []Simulated{{Run: 40}, {Strength: 60, Gain: 20, Run: 40},
		{Strength: 200, Gain: 30, Run: 40}}}},
}

// Who is better is said wrongly in at most 5 % of simulated contests, and never without an interval. The usual run has smaller contests.
func TestWhoIsBetterIsRarelySaidWrongly(t *testing.T) {
	for i, tt := range simulations {
		if !tier.IsLong() && i%2 > 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tt.setup
			s.House, s.Rounds, s.Repeat, s.Pairs, s.Contests, s.Seed = []float64{-50, 50}, 2, 3, 6, 100, uint64(i)
			if tier.IsLong() {
				s.Rounds, s.Repeat, s.Yardsticks, s.Contests = 3, 5, 1, 1000
			}
			p := Simulate(s)
			t.Logf("%+v", p)
			if 20*p.Wrong > p.Contests {
				t.Errorf("%d of %d contests say wrongly who is better", p.Wrong, p.Contests)
			}
			if p.Bare > 0 {
				t.Errorf("%d figures have no interval", p.Bare)
			}
			if tier.IsLong() && float64(p.Said) < tt.power*float64(p.Pairs) {
				t.Errorf("of %d pairs that differ %d are said", p.Pairs, p.Said)
			}
			if 20*p.Fooled > p.Rounds {
				t.Errorf("%d of %d winners of rounds are not the strongest", p.Fooled, p.Rounds)
			}
			if 100*p.Held < 91*p.Gains {
				t.Errorf("%d of %d intervals hold the gain", p.Held, p.Gains)
			}
		})
	}
}
