package board

import (
	"math"

	"agon/game/draw"
	"agon/game/palette"
)

// fill paints the tiles whose centre an area or a disc covers, and the tile below the middle of one that is smaller than a tile. A line is
// painted if it is about as wide as a tile.
func (b *Board) fill(t *Tiles, s *draw.Shape) {
	if s.Form == draw.Path {
		if s.Width >= 0.4 {
			along(s.Points, true, func(x, y int, _ bool) { b.dip(t.At(x, y), s) })
		}
		return
	}
	low, high := s.Bounds()
	left, top, right, bottom := max(0, low[0]), max(0, low[1]), min(float64(t.Width), high[0]), min(float64(t.Height), high[1])
	for y := math.Floor(top); y < bottom; y++ {
		for x := math.Floor(left); x < right; x++ {
			if s.Covers(x+0.5, y+0.5) {
				b.dip(t.At(int(x), int(y)), s)
			}
		}
	}
	x, y := (low[0]+high[0])/2, (low[1]+high[1])/2
	if high[0]-low[0] < 1 && high[1]-low[1] < 1 && !s.Covers(math.Floor(x)+0.5, math.Floor(y)+0.5) {
		b.dip(t.At(int(math.Floor(x)), int(math.Floor(y))), s)
	}
}

// dip paints a tile in the colour of a shape, as far as it is not faint.
func (b *Board) dip(c *Tile, s *draw.Shape) {
	if s.Colour == "" {
		*c = Tile{Slot: b.slot(s.Seat), Tone: draw.Full, Mark: b.called(s.Seat)}
		return
	}
	paint := palette.Hex(s.Colour)
	if c.Paint.A > 0 {
		paint = palette.Mix(c.Paint, paint, 1-s.Faint)
	} else if s.Faint > 0.5 {
		return
	}
	*c = Tile{Slot: None, Paint: paint}
}
