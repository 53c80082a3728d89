package main

import (
	"fmt"
)

// Tron: the last one alive wins. This bot remembers every trail and steps to a free neighbour. Make it choose better.

const width, height = 30, 20

var names = [4]string{"UP", "DOWN", "LEFT", "RIGHT"}
var steps = [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}

func main() {
	var owner [height][width]int // the player whose trail lies there plus 1, or 0

	for {
		// n: number of players, including dead ones. p: your number, from 0.
		var n, p int
		if _, err := fmt.Scan(&n, &p); err != nil {
			return
		}
		var x, y int // your head
		for i := 0; i < n; i++ {
			// x0, y0: where the trail of player i begins. x1, y1: where its head is. All are -1 once it is dead.
			var x0, y0, x1, y1 int
			fmt.Scan(&x0, &y0, &x1, &y1)
			if x0 >= 0 {
				owner[y0][x0], owner[y1][x1] = i+1, i+1
			} else {
				clearTrail(&owner, i+1)
			}
			if i == p {
				x, y = x1, y1
			}
		}

		choice := names[0]
		for m, step := range steps {
			nx, ny := x+step[0], y+step[1]
			if nx >= 0 && nx < width && ny >= 0 && ny < height && owner[ny][nx] == 0 {
				choice = names[m]
			}
		}

		// What you write to os.Stderr goes to your log only.
		fmt.Println(choice)
	}
}

// clearTrail frees the tiles of a dead player.
func clearTrail(owner *[height][width]int, dead int) {
	for y := range owner {
		for x := range owner[y] {
			if owner[y][x] == dead {
				owner[y][x] = 0
			}
		}
	}
}
