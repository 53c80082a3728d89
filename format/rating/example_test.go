package rating_test

import (
	"fmt"

	"agon/format/rating"
)

// Three entries play ten games together; each game gives every entry a value.
func ExampleCompare() {
	games := func(yield func(entries []int, values []float64) bool) {
		for g := range 10 {
			deal := float64(g % 3) // luck that all three share
			if !yield([]int{0, 1, 2}, []float64{deal + 9, deal + 2 + float64(g%2), deal + 3 - float64(g%2)}) {
				return
			}
		}
	}
	c := rating.Compare(3, games)
	for entry := range 3 {
		low, high := c.Ranks(entry)
		fmt.Printf("entry %d: rank %d to %d\n", entry, low, high)
	}
	fmt.Println("0 and 1 apart:", c.Apart(0, 1))
	fmt.Println("1 and 2 apart:", c.Apart(1, 2))
	// Output:
	// entry 0: rank 1 to 1
	// entry 1: rank 2 to 3
	// entry 2: rank 2 to 3
	// 0 and 1 apart: true
	// 1 and 2 apart: false
}

func ExampleExpected() {
	fmt.Printf("%.2f\n", rating.Expected(1200, 1000))
	// Output: 0.76
}
