package board

import "agon/game"

// Grid draws any kind whose frames have a "grid": a value of 1 or more is the seat before it, as far as there are seats, else
// its digit. Where frames have "x" and "y" for each seat, that is where it stands.
type Grid struct{ silent }

// Size is the size of the grid.
func (Grid) Size(f *game.Frame) (width, height int) { return gridSize(f, "grid") }

// gridSize is the size of a grid of a frame, 0 by 0 where it has none.
func gridSize(f *game.Frame, name string) (width, height int) {
	width = f.Width(name)
	if width == 0 {
		return 0, 0
	}
	return width, len(f.List(name)) / width
}

// Draw shows the grid, then who stands where.
func (Grid) Draw(t *Tiles, v View) {
	for i, value := range v.Frame().List("grid") {
		c := t.At(i%t.Width, i/t.Width)
		switch {
		case value == 0:
		case value > 0 && value <= len(v.Seats):
			c.Slot, c.Tone, c.Mark = v.Slot(value-1), Pale, v.Letter(value-1)
		default:
			c.Text, c.Bare = number(value), number(value)
		}
	}
	xs, ys := v.Frame().List("x"), v.Frame().List("y")
	if len(xs) < len(v.Seats) || len(ys) < len(v.Seats) {
		return
	}
	for seat := range v.Seats {
		*t.At(xs[seat], ys[seat]) = Tile{Slot: v.Slot(seat), Tone: Full, Text: v.Letter(seat), Head: true}
	}
}

// number is a value in two columns, its last digits where it is longer.
func number(n int) string {
	if n < 0 || n > 99 {
		return string([]byte{'0' + byte(abs(n)/10%10), '0' + byte(abs(n)%10)})
	}
	if n > 9 {
		return string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
	}
	return string([]byte{'0' + byte(n)})
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
