package fence

import "agon/game"

// A planner considers every rectangle that could still become its fence and walks the one that wins most cells per step. Existing walls
// cost nothing, so fences come to share sides: on an empty board a fence of 6x6 costs 20 steps for 36 cells, beside another one 14 for 30,
// in the corner of two 9 for 25.
type planner struct {
	rules      Rules // closes the fences of this ply before planning the next
	s          State // the state after this ply, except for the step
	me         int
	n, x, y    int // side of the board, and the bot's position
	empty, foe sums
}

// sums[x][y] is how many cells of a type lie left of x and above y, so that a rectangle is counted with four look-ups.
type sums [maxN + 1][maxN + 1]int16

func (t *sums) fill(n int, column func(x int) uint64) {
	for x := range n {
		line, above := column(x), int16(0)
		for y := range n {
			above += int16(line >> uint(y) & 1)
			t[x+1][y+1] = t[x][y+1] + above
		}
	}
}

func (t *sums) count(f rectangle) int {
	return int(t[f.x+f.w][f.y+f.h] - t[f.x][f.y+f.h] - t[f.x+f.w][f.y] + t[f.x][f.y])
}

func newPlanner(p game.Settings, _ *game.Dice) game.BuiltinFunc[State, Move] {
	b := &planner{rules: Rules{MaxSide: p.Int("max_side")}}
	return b.move
}

func (b *planner) move(s *State, seat game.Seat, _ *game.Reply) Move {
	b.s, b.me = *s, int(seat)
	b.n, b.x, b.y = int(s.N), int(s.X[seat]), int(s.Y[seat])
	b.rules.N = b.n
	if s.Painted {
		b.rules.fences(&b.s, b.me, b.x, b.y)
	}
	b.empty.fill(b.n, b.s.empties)
	b.foe.fill(b.n, func(x int) uint64 { return b.s.Land[1-b.me].Columns[x] })
	if x, y, ok := b.goal(); ok {
		return b.toward(x, y)
	}
	dx, dy := nearestEmpty(&b.s, b.x, b.y)
	return b.step(dx, dy)
}

// toward returns the step from the bot's position to a cell.
func (b *planner) toward(x, y int) Move {
	return b.step(shorter(x-b.x, b.n), shorter(y-b.y, b.n))
}

// step moves by some columns and rows, preferably over empty cells, otherwise along the longer axis.
func (b *planner) step(dx, dy int) Move {
	across, down := toward(dx, Right, Left), toward(dy, Down, Up)
	switch {
	case dx == 0 && dy == 0:
		return Stay
	case dy == 0:
		return across
	case dx == 0:
		return down
	}
	if a, d := b.wins(across), b.wins(down); a != d {
		if a {
			return across
		}
		return down
	}
	if abs(dx) > abs(dy) {
		return across
	}
	return down
}

// wins reports whether a step leads onto an empty cell.
func (b *planner) wins(m Move) bool {
	x, y := around(b.s.X[b.me]+steps[m][0], b.s.N), around(b.s.Y[b.me]+steps[m][1], b.s.N)
	return b.s.At(int(x), int(y)) == 0
}
