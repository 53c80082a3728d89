package gif

import (
	"image/color"
	"math"

	"agon/game/draw"
	"agon/game/palette"
)

// paint draws tiles, then shapes in their order.
func (c *Canvas) paint(p *draw.Picture) {
	for i := range p.Tiles {
		c.tileOf(p, i%p.Width, i/p.Width)
	}
	for i := range p.Shapes {
		c.shape(&p.Shapes[i])
	}
}

// Unowned things have the same colours in every kind.
var (
	fire  = color.RGBA{0xee, 0x92, 0x46, 0xff}
	ember = color.RGBA{0xa3, 0x58, 0x1c, 0xff} // where a wall has just been destroyed
	heart = color.RGBA{0xff, 0xd3, 0x6b, 0xff} // the core of a blast
	joint = palette.Mix(palette.WallSoft, palette.Ink, 0.3)
	well  = color.RGBA{0xef, 0xef, 0xeb, 0xff} // the background of art
	grey  = palette.Mix(palette.Surface, palette.Ink, 0.14)
)

// nobodys are the colours of tones without a seat.
var nobodys = map[draw.Tone]color.RGBA{
	draw.Ground: palette.Wall, draw.Soft: palette.WallSoft, draw.Flame: fire, draw.Ember: ember, draw.Ink: palette.Ink,
	draw.Muted: palette.Muted, draw.Paper: palette.Surface, draw.Floor: palette.Tile, draw.Dark: {0x16, 0x18, 0x1b, 0xff},
	draw.Light: palette.Surface, draw.Grey: grey, draw.Good: color.RGBA{0x1b, 0x74, 0x45, 0xff}, draw.Bad: palette.Bad,
}

// parts are the parts of a bot's colour in its tones.
var parts = map[draw.Tone]float64{draw.Tint: 0.2, draw.Weak: 0.28, draw.Pale: 0.36, draw.Strong: 0.6}

// colour returns the colour of a seat or nobody in a tone; false for tones that are not painted.
func (c *Canvas) colour(seat int, tone draw.Tone) (color.RGBA, bool) {
	if seat < 0 || seat >= len(c.look) {
		paint, ok := nobodys[tone]
		return paint, ok
	}
	switch tone {
	case draw.Blank:
		return color.RGBA{}, false
	case draw.Full:
		return c.look[seat].Colour, true
	case draw.Letter:
		return c.look[seat].Ink, true
	}
	return palette.Mix(palette.Tile, c.look[seat].Colour, parts[tone]), true
}

func (c *Canvas) tileOf(p *draw.Picture, x, y int) {
	t := p.At(x, y)
	paint, ok := c.colour(t.Seat, t.Tone)
	if !ok {
		return
	}
	fx, fy := float64(x), float64(y)
	switch t.Tone {
	case draw.Ground:
		c.area(fx, fy, 1, 1, paint)
	case draw.Flame, draw.Ember:
		c.area(fx, fy, 1, 1, paint)
		c.Dot(fx+0.5, fy+0.5, map[draw.Tone]float64{draw.Flame: 0.24, draw.Ember: 0.14}[t.Tone], heart)
	case draw.Soft: // a brick with joints
		c.Fill(x, y, paint)
		c.Line(0.06, joint, draw.Point{fx + 0.12, fy + 0.55}, draw.Point{fx + 0.94, fy + 0.55})
		c.Line(0.06, joint, draw.Point{fx + 0.53, fy + 0.12}, draw.Point{fx + 0.53, fy + 0.5})
	default:
		c.Fill(x, y, paint)
	}
	if t.Dot {
		c.Dot(fx+0.54, fy+0.54, 0.09, palette.Tile)
	}
	pixel := 1 / float64(c.tile)
	if x > 0 && frontier(t, p.At(x-1, y)) {
		c.area(fx, fy, pixel, 1, palette.Muted)
	}
	if y > 0 && frontier(t, p.At(x, y-1)) {
		c.area(fx, fy, 1, pixel, palette.Muted)
	}
	if t.Text != "" && c.tile >= lettered {
		c.Small(t.Text, fx+0.5, fy+0.5, palette.Ink)
	}
}

// lettered is the smallest size of tiles with letters, in pixels.
const lettered = 12

// frontier reports whether two tiles belong to different seats in the race.
func frontier(a, b *draw.Tile) bool {
	return a.Tone == draw.Tint && b.Tone == draw.Tint && a.Seat != b.Seat
}

func (c *Canvas) shape(s *draw.Shape) {
	paint, _ := c.colour(s.Seat, s.Tone)
	if s.Colour != "" {
		paint = palette.Hex(s.Colour)
	}
	if s.Colour != "" || s.Form == draw.Area { // it may lie over others
		paint = color.RGBAModel.Convert(color.NRGBA{paint.R, paint.G, paint.B, uint8(0xff * (1 - s.Faint))}).(color.RGBA)
	} else {
		paint = palette.Mix(paint, palette.Tile, s.Faint)
	}
	switch s.Form {
	case draw.Disc:
		c.Dot(s.X, s.Y, s.Radius, paint)
		if s.Text != "" {
			c.Small(s.Text, s.X, s.Y, palette.Surface)
		}
	case draw.Path:
		if s.Dashed {
			c.dashes(s, paint)
			return
		}
		if s.Hem > 0 {
			c.Line(s.Width+2*s.Hem, palette.Tile, s.Points...)
		}
		c.Line(s.Width, paint, s.Points...)
	case draw.Area:
		c.Shape(paint, s.Points...)
	case draw.Word:
		if s.Colour != "" {
			at := c.pixel(s.X, s.Y)
			c.pen.Centred(s.Text, at.X, at.Y, c.pen.faces.letters(2*s.Radius*float64(c.tile)), paint)
			return
		}
		c.Label(s.Text, s.X, s.Y, paint)
	case draw.Bot:
		c.bot(s)
	case draw.Cross:
		c.cross(s, paint)
	case draw.Rail:
		c.rail(s, paint)
	}
}

// dashes draws a line with two dashes per tile.
func (c *Canvas) dashes(s *draw.Shape, paint color.RGBA) {
	for i := 1; i < len(s.Points); i++ {
		from, to := s.Points[i-1], s.Points[i]
		at := func(part float64) draw.Point {
			return draw.Point{from[0] + float64((to[0]-from[0])*part), from[1] + float64((to[1]-from[1])*part)}
		}
		n := 2 * math.Max(math.Abs(to[0]-from[0]), math.Abs(to[1]-from[1]))
		for dash := 0.0; dash < n; dash++ {
			c.Line(s.Width, paint, at((dash+0.25)/n), at((dash+0.75)/n))
		}
	}
}

// bot draws a rimmed circle, with its seat's mark if there is room.
func (c *Canvas) bot(s *draw.Shape) {
	if s.Seat < 0 || s.Seat >= len(c.look) {
		return
	}
	look, at, r := c.look[s.Seat], c.pixel(s.X, s.Y), math.Max(2.5, s.Radius*float64(c.tile))
	c.pen.Disc(at, r+0.5, palette.Ink)
	c.pen.Disc(at, r-1, look.Colour)
	if mark := s.Text; r >= 6 {
		if mark == "" {
			mark = c.mark[s.Seat]
		}
		c.pen.Centred(mark, at.X, at.Y, c.pen.faces.mark, look.Ink)
	}
}

// cross marks where a bot died.
func (c *Canvas) cross(s *draw.Shape, paint color.RGBA) {
	x, y, r := s.X, s.Y, s.Radius
	for _, pass := range []struct {
		width float64
		paint color.RGBA
	}{{r * 0.9, palette.Tile}, {r * 0.45, paint}} {
		c.Line(pass.width, pass.paint, draw.Point{x - r, y - r}, draw.Point{x + r, y + r})
		c.Line(pass.width, pass.paint, draw.Point{x + r, y - r}, draw.Point{x - r, y + r})
	}
}

// rail draws the frame of a rectangle of tiles: a colour between a light and a dark line.
func (c *Canvas) rail(s *draw.Shape, paint color.RGBA) {
	r := c.box(s.X, s.Y, s.Width, s.Height)
	r.Max.X, r.Max.Y = r.Max.X+1, r.Max.Y+1
	c.pen.Edge(r.Inset(-3), 1, palette.Ink)
	c.pen.Edge(r.Inset(-2), 1, palette.Tile)
	c.pen.Edge(r.Inset(-1), 3, paint)
	c.pen.Edge(r.Inset(2), 1, palette.Tile)
}
