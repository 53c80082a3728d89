package heap

import (
	"slices"
	"testing"
)

type number int

func (n number) Before(o number) bool { return n < o }

func TestOrder(t *testing.T) {
	var h Heap[number]
	in := []number{5, 1, 4, 1, 3, 9, 2}
	for i, n := range in {
		h.Push(n)
		if h[0] != slices.Min(in[:i+1]) {
			t.Fatalf("after %v the first is %d", in[:i+1], h[0])
		}
	}
	var out []number
	for len(h) > 0 {
		out = append(out, h.Pop())
	}
	slices.Sort(in)
	if !slices.Equal(out, in) {
		t.Errorf("the order is %v, want %v", out, in)
	}
}
