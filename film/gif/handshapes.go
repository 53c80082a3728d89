package gif

import (
	"image/color"

	"agon/palette"
)

// The drawings are filled twice: larger in ink, smaller in colour, which leaves a rim.

var rockShape = [][2]float64{{-0.95, 0.3}, {-0.85, -0.2}, {-0.6, -0.55}, {-0.15, -0.8}, {0.45, -0.72}, {0.85, -0.25}, {0.95, 0.1}, {0.8, 0.55}, {0.25, 0.8}, {-0.6, 0.75}}

func drawRock(c *Canvas, x, y, r float64, colour color.RGBA) {
	c.Shape(palette.Ink, around(x, y, r, r, rockShape)...)
	c.Shape(colour, around(x, y, r*0.92, r*0.92, rockShape)...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.15, -0.78}, {-0.05, -0.2}, {0.45, 0.1}})...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.05, -0.2}, {-0.5, 0.15}})...)
}

func drawPaper(c *Canvas, x, y, r float64, colour color.RGBA) {
	sheet := [][2]float64{{-0.68, -0.9}, {0.32, -0.9}, {0.68, -0.54}, {0.68, 0.9}, {-0.68, 0.9}}
	c.Shape(palette.Ink, around(x, y, r, r, sheet)...)
	c.Shape(colour, around(x, y, r*0.9, r*0.92, sheet)...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{0.32, -0.88}, {0.32, -0.54}, {0.66, -0.54}})...)
	for _, line := range [][2]float64{{-0.15, 0.4}, {0.15, 0.4}, {0.45, 0.1}} {
		c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.4, line[0]}, {line[1], line[0]}})...)
	}
}

func drawScissors(c *Canvas, x, y, r float64, colour color.RGBA) {
	blade, handle := [][2]float64{{-0.6, -0.95}, {-0.42, -0.97}, {0.2, 0.22}, {0.02, 0.32}}, [][2]float64{{0.36, 0.6}}
	for _, side := range []float64{-1, 1} {
		c.Line(0.26, palette.Ink, around(x, y, side*r, r, append(blade, blade[0]))...)
		c.Shape(colour, around(x, y, side*r, r, blade)...)
		ring := around(x, y, side*r, r, handle)[0]
		c.Dot(ring[0], ring[1], 0.36*r, palette.Ink)
		c.Dot(ring[0], ring[1], 0.3*r, colour)
		c.Dot(ring[0], ring[1], 0.2*r, palette.Ink)
		c.Dot(ring[0], ring[1], 0.14*r, palette.Surface)
	}
	c.Dot(x, y+0.12*r, 0.08*r, palette.Ink)
}

// around moves a drawing to a point and to a size; a negative one mirrors it.
func around(x, y, wide, high float64, drawing [][2]float64) [][2]float64 {
	moved := make([][2]float64, len(drawing))
	for i, at := range drawing {
		moved[i] = [2]float64{x + at[0]*wide, y + at[1]*high}
	}
	return moved
}
