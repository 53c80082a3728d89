package palette

import (
	"slices"
	"testing"
)

// A seat has the slot of its bot; only a bot with several seats has more than one.
func TestSeat(t *testing.T) {
	for _, tt := range []struct {
		name        string
		slots, want []int
	}{
		{"everybody once", []int{3, 0, 7}, []int{3, 0, 7}},
		{"a bot twice takes the slot of no other", []int{0, 0, 1}, []int{0, 2, 1}},
		{"also of one that sits later", []int{0, 0, 0, 1, 2}, []int{0, 3, 4, 1, 2}},
		{"two bots twice", []int{0, 1, 0, 1}, []int{0, 1, 2, 3}},
		{"nobody", nil, nil},
	} {
		if got := Seat(tt.slots); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v sit as %v, want %v", tt.name, tt.slots, got, tt.want)
		}
	}
}
