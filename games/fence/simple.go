package fence

import "agon/game"

// newRandom steps in one of the four directions by lot.
func newRandom(_ game.Settings, d *game.Dice) game.Mind[State, Move] {
	return func(*State, game.Seat, *game.Reply) Move { return Move(d.Intn(4)) }
}

// newNearest plays as the contest's two example bots: into an empty neighbour cell, in a fixed order of directions; where there
// is none, towards the nearest empty cell around the board, the leftmost and then uppermost of several; on a full board it stays.
// Which direction comes first, and whether it goes across or down first, is all in which the two examples differ.
func newNearest(p game.Settings, _ *game.Dice) game.Mind[State, Move] {
	order, across := [...]Move{Right, Left, Down, Up}, true
	if p.Text("first") == "down" {
		order, across = [...]Move{Down, Up, Right, Left}, false
	}
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		for _, m := range order {
			x, y := around(s.X[seat]+steps[m][0], s.N), around(s.Y[seat]+steps[m][1], s.N)
			if s.At(int(x), int(y)) == 0 {
				return m
			}
		}
		dx, dy := nearestEmpty(s, int(s.X[seat]), int(s.Y[seat]))
		if dx != 0 && (across || dy == 0) {
			return toward(dx, Right, Left)
		}
		if dy != 0 {
			return toward(dy, Down, Up)
		}
		return Stay
	}
}

// nearestEmpty is the way from a cell to the nearest empty one around the board: columns to the right and rows down, below 0
// for left and up. It is 0, 0 where no cell is empty.
func nearestEmpty(s *State, x, y int) (dx, dy int) {
	n := int(s.N)
	best := 2 * n
	for i := range n {
		across := shorter(i-x, n)
		if abs(across) >= best {
			continue
		}
		for j := range n {
			down := shorter(j-y, n)
			if far := abs(across) + abs(down); far < best && s.At(i, j) == 0 {
				best, dx, dy = far, across, down
			}
		}
	}
	return dx, dy
}

// shorter is a way along a circle of n cells, taken the shorter way round; of two equal ones the forward one.
func shorter(way, n int) int {
	if way < 0 {
		way += n
	}
	if 2*way > n {
		return way - n
	}
	return way
}

func abs(v int) int { return max(v, -v) }

func toward(way int, forward, backward Move) Move {
	if way > 0 {
		return forward
	}
	return backward
}
