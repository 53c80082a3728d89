package swiss

import (
	"math/rand/v2"
	"testing"
)

// A matching has as many pairs as the largest of all, also after vertices were taken out.
func TestMatching(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		n := 1 + r.IntN(9)
		edges := make([]bool, n*n)
		for i := range n {
			for j := range i {
				edges[i*n+j] = r.IntN(3) == 0
			}
		}
		joined := func(i, j int) bool { return edges[max(i, j)*n+min(i, j)] }
		m := newMatching(n, joined)
		one, two := r.IntN(n), r.IntN(n)
		whole, rest := largest(n, joined, 0), largest(n, joined, 1<<one|1<<two)
		if m.size() != whole {
			t.Fatalf("%v: %d pairs, want %d", edges, m.size(), whole)
		}
		if least := r.IntN(n); m.takeOut(least, one, two) != (rest >= least) {
			t.Fatalf("%v: without %d and %d there are %d pairs, asked for %d", edges, one, two, rest, least)
		}
		for v, mate := range m.mate {
			if mate >= 0 && (m.mate[mate] != v || !joined(v, mate) || m.out[v]) {
				t.Fatalf("%v: pairs %v", edges, m.mate)
			}
		}
	}
}

// largest returns the most pairs of n vertices without those in a set, by trying all.
func largest(n int, joined func(i, j int) bool, without int) int {
	for i := range n {
		if without&(1<<i) != 0 {
			continue
		}
		without |= 1 << i
		most := largest(n, joined, without)
		for j := i + 1; j < n; j++ {
			if without&(1<<j) == 0 && joined(i, j) {
				most = max(most, 1+largest(n, joined, without|1<<j))
			}
		}
		return most
	}
	return 0
}
