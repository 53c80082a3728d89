package fence

import "agon/game"

// newRandom returns a bot that steps in random directions.
func newRandom(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	return func(*State, game.Seat, *game.Reply) Move { return Move(d.Intn(4)) }
}

// newNearest returns a bot that plays like the contest's two example bots: into an empty neighbour cell, in a fixed order of directions;
// otherwise towards the nearest empty cell around the board, the leftmost and then uppermost of several; on a full board it stays. The two
// examples differ only in their first direction and in whether they go horizontally or vertically first.
func newNearest(p game.Settings, _ *game.Dice) game.BuiltinFunc[State, Move] {
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

// nearestEmpty returns the way from a cell to the nearest empty one around the board: columns to the right and rows down, negative for left
// and up. It is 0, 0 if no cell is empty.
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

// shorter returns a way around a circle of n cells in its shorter direction, forward if both are equal.
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
