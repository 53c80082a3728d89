package board

import (
	"cmp"
	"image/color"
	"math"

	"agon/game/draw"
	"agon/game/palette"
)

// A Tile is one tile as terminals show it.
type Tile struct {
	Slot int // slot of the owner, or None
	Tone draw.Tone
	Text string // at most two columns, for forms with room for it
	Bare string // the tile without colour, two columns; if empty, a letter of Mark
	Mark string // of the owner, for tiles without Text and without colour
	Head bool   // a bot is here
	Bold bool

	Paint color.RGBA // in place of the tone's colour, if it has an alpha: what another program has drawn
}

// Tiles are the tiles of a board, row by row from the top left.
type Tiles struct {
	Width, Height int
	Cells         []Tile
}

// At returns the tile at x, y. Outside the board it returns a new tile that is not drawn.
func (t *Tiles) At(x, y int) *Tile {
	if x < 0 || y < 0 || x >= t.Width || y >= t.Height {
		return &Tile{Slot: None}
	}
	return &t.Cells[y*t.Width+x]
}

// Tiles returns the tiles of the picture, with its shapes on them.
func (b *Board) Tiles() *Tiles {
	t := &Tiles{Width: b.Width, Height: b.Height, Cells: make([]Tile, len(b.Picture.Tiles))}
	for i := range t.Cells {
		t.Cells[i] = b.tile(&b.Picture.Tiles[i])
	}
	for i := range b.Shapes {
		b.shape(t, &b.Shapes[i])
	}
	return t
}

// signs are the texts, without colour, of tiles that have no owner.
var signs = map[draw.Tone]string{draw.Ground: "##", draw.Soft: "++", draw.Flame: "**", draw.Ember: "**"}

func (b *Board) tile(from *draw.Tile) Tile {
	c := Tile{Slot: b.slot(from.Seat), Tone: from.Tone, Text: from.Text, Bare: from.Plain}
	if c.Slot != None {
		c.Mark = b.called(from.Seat)
		if from.Dot && c.Text == "" {
			c.Text = "·"
		}
		return c
	}
	if c.Text == "" && c.Tone != draw.Ground {
		c.Text = signs[c.Tone]
	}
	c.Bare = cmp.Or(c.Bare, from.Text)
	c.Bare = cmp.Or(c.Bare, signs[c.Tone])
	return c
}

// shape draws a shape onto the tiles, as letters.
func (b *Board) shape(t *Tiles, s *draw.Shape) {
	c := t.At(int(math.Floor(s.X)), int(math.Floor(s.Y)))
	switch {
	case s.Form == draw.Area && s.Sign == "":
		b.fill(t, s)
	case s.Form == draw.Bot:
		text, bare := cmp.Or(s.Sign, s.Text, b.called(s.Seat)), cmp.Or(s.Plain, s.Sign, b.called(s.Seat))
		*c = Tile{Slot: b.slot(s.Seat), Tone: draw.Full, Text: text, Bare: bare, Head: true}
	case s.Form == draw.Cross:
		if c.Tone == draw.Blank {
			*c = Tile{Slot: None, Text: "x", Bare: "x"}
		}
	case s.Form == draw.Path && s.Seat != draw.Nobody:
		along(s.Points, true, func(x, y int, _ bool) {
			*t.At(x, y) = Tile{Slot: b.slot(s.Seat), Tone: s.Tone, Mark: b.called(s.Seat), Bare: s.Plain}
		})
	case s.Form == draw.Path && s.Dashed:
		along(s.Points, false, func(x, y int, level bool) { t.At(x, y).line(level) })
	case s.Form == draw.Rail:
		b.rail(t, s)
	case s.Sign != "" && s.Form == draw.Disc && s.Seat != draw.Nobody:
		*c = Tile{Slot: b.slot(s.Seat), Tone: draw.Dark, Text: s.Sign, Bare: cmp.Or(s.Plain, s.Sign)}
	case s.Sign != "":
		c.Text, c.Bare, c.Bold = s.Sign, cmp.Or(s.Plain, s.Sign), true
	}
}

// line draws a part of a dashed line on a tile, if it shows nothing else.
func (c *Tile) line(level bool) {
	if c.Tone != draw.Blank && c.Tone != draw.Tint {
		return
	}
	c.Text = "|"
	if level {
		c.Text = "--"
	}
	c.Bare = c.Text
}

// rail draws a frame in its seat's colour.
func (b *Board) rail(t *Tiles, s *draw.Shape) {
	left, top, width, height := int(s.X), int(s.Y), int(s.Width), int(s.Height)
	for dy := range height {
		for dx := range width {
			if dx == 0 || dy == 0 || dx == width-1 || dy == height-1 {
				c := t.At(left+dx, top+dy)
				c.Slot, c.Tone, c.Text, c.Bare = b.slot(s.Seat), draw.Full, "", s.Plain
			}
		}
	}
}

// along calls do for the tiles of a path, including its corners or only between them.
func along(points []draw.Point, corners bool, do func(x, y int, level bool)) {
	for i, to := range points {
		from := points[max(i-1, 0)]
		steps := max(math.Abs(to[0]-from[0]), math.Abs(to[1]-from[1]))
		for n := 0.0; n <= steps; n++ {
			if (n == 0 || n == steps) && !corners {
				continue
			}
			part := 0.0
			if steps > 0 {
				part = n / steps
			}
			do(int(math.Floor(from[0]+float64((to[0]-from[0])*part))), int(math.Floor(from[1]+float64((to[1]-from[1])*part))),
				from[1] == to[1])
		}
	}
}

// head returns the position of the bot with a slot, and false if there is none on the board.
func (t *Tiles) head(slot int) (x, y int, ok bool) {
	for i, c := range t.Cells {
		if c.Head && c.Slot == slot {
			return i % t.Width, i / t.Width, true
		}
	}
	return 0, 0, false
}

// fill paints the tiles whose centre lies in the rectangle around an area, and that of its middle, as far as it is not faint.
func (b *Board) fill(t *Tiles, s *draw.Shape) {
	left, top, right, bottom := s.Bounds()
	span := func(from, to float64, most int) (first, last int) {
		middle := (from + to) / 2
		return int(max(min(from+0.5, middle), 0)), int(min(max(to-0.5, middle), float64(most-1)))
	}
	x, lastX := span(left, right, t.Width)
	y, lastY := span(top, bottom, t.Height)
	for ; y <= lastY; y++ {
		for x := x; x <= lastX; x++ {
			c, paint := t.At(x, y), palette.Hex(s.Colour)
			if c.Paint.A > 0 {
				paint = palette.Mix(c.Paint, paint, 1-s.Faint)
			}
			if s.Colour == "" && s.Seat != draw.Nobody {
				*c = Tile{Slot: b.slot(s.Seat), Tone: draw.Full, Mark: b.called(s.Seat)}
			} else if s.Colour != "" && (c.Paint.A > 0 || s.Faint <= 0.5) {
				*c = Tile{Slot: None, Paint: paint}
			}
		}
	}
}
