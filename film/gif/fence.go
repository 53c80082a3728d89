package gif

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"agon/game"
	"agon/palette"
)

// cells draws "fence": walked cells strong, cells won by a fence weak, the fences of the last plies framed, and the clocks under
// the list.
type cells struct{}

// fencePlies is for how many plies a fence is shown.
const fencePlies = 12

func (cells) Size(f *game.Frame) (width, height int) { return gridSize(f, "board") }

func (p cells) Paint(c *Canvas, v View) {
	f := v.Frame()
	side, fenced := f.Width("board"), f.List("fenced")
	for i, owner := range f.List("board") {
		if owner > 0 {
			p.cell(c, i%side, i/side, owner-1, fenced[i] == 1)
		}
	}
	for back := fencePlies - 1; back >= 0; back-- {
		if shot, ok := v.Earlier(back); ok {
			p.closed(c, shot.Frame, side)
		}
	}
	for seat := range 2 {
		c.Disc(float64(f.List("x")[seat])+0.5, float64(f.List("y")[seat])+0.5, 0.56, seat)
	}
}

// cell draws a cell; those that the second player has walked over carry a dot.
func (cells) cell(c *Canvas, x, y, seat int, won bool) {
	part := strong
	if won {
		part = weak
	}
	c.Fill(x, y, palette.Mix(palette.Tile, c.Look(seat).Colour, part))
	if seat == 1 && !won {
		c.Dot(float64(x)+0.54, float64(y)+0.54, 0.09, palette.Tile)
	}
}

// closed draws the fences of a ply. Those over an edge of the board are drawn from both sides of it.
func (p cells) closed(c *Canvas, f *game.Frame, side int) {
	for n, gained := range f.List("fence_gained") {
		x, y, w, h := f.List("fence_x")[n], f.List("fence_y")[n], f.List("fence_w")[n], f.List("fence_h")[n]
		for _, dx := range over(x+w, side) {
			for _, dy := range over(y+h, side) {
				c.Rail(x+dx, y+dy, w, h, c.Look(f.Number("mover")).Colour)
				c.Label("+"+strconv.Itoa(gained), float64(x+dx)+float64(w)/2, float64(y+dy)+float64(h)/2, palette.Ink)
			}
		}
	}
}

// over is by how much a thing that ends there is moved to be drawn: also by a whole board where it goes over the edge.
func over(end, side int) []int {
	if end > side {
		return []int{0, -side}
	}
	return []int{0}
}

// Notes are the clocks, where the game has any.
func (cells) Notes(v View) []Note {
	f := v.Frame()
	note := Note{Title: "time left", Strong: f.Number("turn_of") + 1}
	for seat, left := range f.List("clock_us") {
		if left <= 0 && f.Number("fallen") != seat {
			return nil
		}
		note.Rows = append(note.Rows, []string{"player " + strconv.Itoa(seat+1), fmt.Sprintf("%06.3f s", math.Max(0, float64(left)/1e6))})
	}
	return []Note{note}
}

// Rail draws the frame of a rectangle of tiles: a colour between a light and a dark line.
func (c *Canvas) Rail(x, y, w, h int, colour color.RGBA) {
	r := image.Rect(x*c.tile, y*c.tile, (x+w)*c.tile+1, (y+h)*c.tile+1).Add(c.at)
	c.pen.edge(r.Inset(-3), 1, palette.Ink)
	c.pen.edge(r.Inset(-2), 1, palette.Tile)
	c.pen.edge(r.Inset(-1), 3, colour)
	c.pen.edge(r.Inset(2), 1, palette.Tile)
}
