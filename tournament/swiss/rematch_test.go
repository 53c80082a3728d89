package swiss

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Each round has the fewest rematches, and the fewest third meetings, that its history and any choice of the bye allow; nobody has a second
// bye before everybody has had one.
func TestFewestRematches(t *testing.T) {
	for seed := range 200 {
		dice := rand.New(rand.NewPCG(uint64(seed), 1))
		n := 2 + dice.IntN(7)
		r := &record{n: n, points: make([]float64, n), byes: make([]int, n), met: make([][]int, n)}
		for round := range 16 {
			pairs := r.pair(func(int) bool { return false })
			for _, rule := range []func(meetings int) int{again, third} {
				if got, want := total(r, pairs, rule), least(r, rule); got != want {
					t.Fatalf("%d bots, round %d: the pairs %v cost %d, want %d: %+v", n, round+1, pairs, got, want, r)
				}
			}
			playRound(r, pairs, dice)
			if slices.Max(r.byes)-slices.Min(r.byes) > 1 {
				t.Fatalf("%d bots, round %d: byes are %v", n, round+1, r.byes)
			}
		}
	}
}

// again counts pairs that have met.
func again(meetings int) int { return min(meetings, 1) }

// third counts the most frequent meetings first.
func third(meetings int) int {
	cost := 1
	for range meetings {
		cost *= 6
	}
	return cost - 1
}

// playRound records a round of these pairs with random results.
func playRound(r *record, pairs [][2]int, dice *rand.Rand) {
	played := make([]bool, r.n)
	for _, p := range pairs {
		one, two := p[0], p[1]
		played[one], played[two] = true, true
		r.met[one], r.met[two] = append(r.met[one], two), append(r.met[two], one)
		half := float64(dice.IntN(3)) / 2
		r.points[one] += half
		r.points[two] += 1 - half
	}
	for i, was := range played {
		if !was {
			r.byes[i]++
			r.points[i]++
		}
	}
	r.rounds++
}

// total returns the cost of pairs, each by its number of meetings.
func total(r *record, pairs [][2]int, rule func(meetings int) int) int {
	sum := 0
	for _, p := range pairs {
		meetings := 0
		for _, other := range r.met[p[0]] {
			if other == p[1] {
				meetings++
			}
		}
		sum += rule(meetings)
	}
	return sum
}

// least returns the least total of a round, by trying every bye and every way to pair the others.
func least(r *record, rule func(meetings int) int) int {
	cost := func(i, j int) int { return total(r, [][2]int{{i, j}}, rule) }
	all := make([]int, r.n)
	for i := range all {
		all[i] = i
	}
	if r.n%2 == 0 {
		sum, _ := cheapest(all, cost)
		return sum
	}
	best := -1
	for i := range all {
		if r.byes[i] > slices.Min(r.byes) {
			continue
		}
		if sum, _ := cheapest(slices.Delete(slices.Clone(all), i, i+1), cost); best < 0 || sum < best {
			best = sum
		}
	}
	return best
}
