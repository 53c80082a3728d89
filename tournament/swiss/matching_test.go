package swiss

import (
	"math/rand/v2"
	"testing"
)

// A matching costs as little as the cheapest of all.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		n := 2 * (1 + r.IntN(4))
		most := 1 + r.IntN(20)
		costs := make([][]int, n)
		for i := range costs {
			costs[i] = make([]int, n)
			for j := range i {
				c := 2 * r.IntN(most)
				if r.IntN(5) == 0 && i/2 != j/2 {
					c = impossible
				}
				costs[i][j], costs[j][i] = c, c
			}
		}
		cost := func(i, j int) int { return costs[i][j] }
		sum := 0
		for i, j := range match(n, cost) {
			if c := cost(i, j); c != impossible && i != j {
				sum += c
				continue
			}
			t.Fatalf("%v: %d is matched with %d", costs, i, j)
		}
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		if want, _ := cheapest(all, cost); sum/2 != want {
			t.Fatalf("%v: cost %d, want %d", costs, sum/2, want)
		}
	}
}

// cheapest returns the least cost of pairing all nodes, by trying every way, and whether there is one.
func cheapest(nodes []int, cost func(i, j int) int) (least int, found bool) {
	if len(nodes) == 0 {
		return 0, true
	}
	for k := 1; k < len(nodes); k++ {
		rest := append(append([]int{}, nodes[1:k]...), nodes[k+1:]...)
		c := cost(nodes[0], nodes[k])
		if c == impossible {
			continue
		}
		if more, ok := cheapest(rest, cost); ok && (!found || c+more < least) {
			least, found = c+more, true
		}
	}
	return least, found
}
