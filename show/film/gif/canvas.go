package gif

import (
	"image"
	"image/color"
	"math"

	"agon/game/draw"
	"agon/game/palette"
	"agon/internal/paint"
)

// A Canvas is a board to draw on, in tiles: (0,0) is the upper left corner of the upper left tile.
type Canvas struct {
	pen  *pen
	at   image.Point // position of the board in the picture
	tile int         // pixels
	look []palette.Slot
	mark []string
}

// Fill fills a tile. Large tiles keep a gap on their upper left.
func (c *Canvas) Fill(x, y int, colour color.RGBA) {
	gap := 0
	if c.tile >= 12 {
		gap = 1
	}
	c.pen.Fill(image.Rect(x*c.tile+gap, y*c.tile+gap, (x+1)*c.tile, (y+1)*c.tile).Add(c.at), colour)
}

// pixel returns a point of the board in the picture.
func (c *Canvas) pixel(x, y float64) paint.Point {
	return paint.Point{X: float64(c.at.X) + x*float64(c.tile), Y: float64(c.at.Y) + y*float64(c.tile)}
}

func (c *Canvas) pixels(points []draw.Point) []paint.Point {
	list := make([]paint.Point, len(points))
	for i, at := range points {
		list[i] = c.pixel(at[0], at[1])
	}
	return list
}

// area fills a rectangle that is measured in tiles.
func (c *Canvas) area(x, y, width, height float64, colour color.RGBA) {
	c.pen.Fill(c.box(x, y, width, height), colour)
}

func (c *Canvas) box(x, y, width, height float64) image.Rectangle {
	from, to := c.pixel(x, y), c.pixel(x+width, y+height)
	return image.Rect(int(math.Round(from.X)), int(math.Round(from.Y)), int(math.Round(to.X)), int(math.Round(to.Y)))
}

// Dot fills a circle.
func (c *Canvas) Dot(x, y, radius float64, colour color.RGBA) {
	c.pen.Disc(c.pixel(x, y), radius*float64(c.tile), colour)
}

// Line draws lines from point to point with round ends; width is in tiles.
func (c *Canvas) Line(width float64, colour color.RGBA, points ...draw.Point) {
	c.pen.Stroke(c.pixels(points), width*float64(c.tile), colour)
}

// Shape fills an outline.
func (c *Canvas) Shape(colour color.RGBA, corners ...draw.Point) {
	if len(corners) > 0 {
		c.pen.Shape(colour, c.pixels(corners))
	}
}

// Small writes a line of small letters around a point.
func (c *Canvas) Small(text string, x, y float64, colour color.RGBA) {
	at := c.pixel(x, y)
	c.pen.Centred(text, at.X, at.Y, c.pen.faces.mark, colour)
}

// Label writes a line around a point, with a light outline around its letters, for text over other things.
func (c *Canvas) Label(text string, x, y float64, colour color.RGBA) {
	at := c.pixel(x, y)
	for _, d := range [...][2]float64{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
		c.pen.Centred(text, at.X+d[0], at.Y+d[1], c.pen.faces.bold, palette.Tile)
	}
	c.pen.Centred(text, at.X, at.Y, c.pen.faces.bold, colour)
}
