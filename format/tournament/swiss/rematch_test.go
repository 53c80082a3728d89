package swiss

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Each round has the fewest rematches that its history and any choice of the bye allow, whoever is gone; nobody has a second bye before
// everybody has had one; and Fresh rounds have none.
func TestFewestRematches(t *testing.T) {
	for seed := range 300 {
		dice := rand.New(rand.NewPCG(uint64(seed), 1))
		n := 2 + dice.IntN(9)
		r := newTrial(n)
		for round := range n {
			pairs := r.pair(func(int) bool { return false })
			got := rematches(r, pairs)
			if want := leastRematches(r); got != want {
				t.Fatalf("%d bots, round %d: the pairs %v have %d rematches, want %d: %+v", n, round+1, pairs, got, want, r)
			}
			if got > 0 && round < Fresh(n) {
				t.Fatalf("%d bots, round %d: %d rematches: %+v", n, round+1, got, r)
			}
			playRound(r, pairs, dice)
			if slices.Max(r.byes)-slices.Min(r.byes) > 1 {
				t.Fatalf("%d bots, round %d: byes are %v", n, round+1, r.byes)
			}
		}
	}
}

// A matching finds the round that trying finds, so that rounds of earlier versions are drawn as they were.
func TestPairsAreThoseOfEarlierVersions(t *testing.T) {
	same, seeds := 0, 3
	for n := 2; n <= 64; n++ {
		for seed := range seeds {
			dice := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
			r := newTrial(n)
			for round := range Fresh(n)/2 + 1 {
				all := func(int) bool { return false }
				pairs, was := r.pair(all), r.formerly(all)
				switch {
				case rematches(r, was) > 0:
					if len(pairs) != n/2 || rematches(r, pairs) > rematches(r, was) {
						t.Fatalf("%d bots, round %d: %v has more rematches than %v", n, round+1, pairs, was)
					}
				case !slices.Equal(pairs, was):
					t.Fatalf("%d bots, round %d: pairs are %v and were %v", n, round+1, pairs, was)
				default:
					p := newPairing(r, r.order(), 0)
					p.fewest(r.byesFor(r.order()))
					if !slices.Equal(p.pairs, was) {
						t.Fatalf("%d bots, round %d: a matching gives %v instead of %v", n, round+1, p.pairs, was)
					}
					same++
				}
				playRound(r, pairs, dice)
			}
		}
	}
	if same < 1500 {
		t.Errorf("only %d rounds without rematches", same)
	}
}

func newTrial(n int) *record {
	return &record{n: n, points: make([]float64, n), byes: make([]int, n), met: make([][]int, n)}
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

func rematches(r *record, pairs [][2]int) (n int) {
	for _, p := range pairs {
		if slices.Contains(r.met[p[0]], p[1]) {
			n++
		}
	}
	return n
}

// leastRematches returns the fewest rematches of a round, by trying every bye and every way to pair the others.
func leastRematches(r *record) int {
	unmet := func(i, j int) bool { return !slices.Contains(r.met[i], j) }
	if r.n%2 == 0 {
		return r.n/2 - largest(r.n, unmet, 0)
	}
	best := r.n
	for i := range r.n {
		if r.byes[i] == slices.Min(r.byes) {
			best = min(best, r.n/2-largest(r.n, unmet, 1<<i))
		}
	}
	return best
}
