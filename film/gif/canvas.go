package gif

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"agon/palette"
)

// A Canvas is a board to draw on, measured in tiles: (0,0) is the upper left corner of the upper left tile.
type Canvas struct {
	pen  *pen
	at   image.Point // of the board in the picture
	tile int         // pixels
	look []palette.Slot
	mark []string
}

// Look is how a seat looks.
func (c *Canvas) Look(seat int) palette.Slot { return c.look[seat%len(c.look)] }

// Seats is how many seats have a look.
func (c *Canvas) Seats() int { return len(c.look) }

// Fill paints a tile. Large tiles keep a gap to their upper left.
func (c *Canvas) Fill(x, y int, colour color.RGBA) {
	gap := 0
	if c.tile >= 12 {
		gap = 1
	}
	c.pen.fill(image.Rect(x*c.tile+gap, y*c.tile+gap, (x+1)*c.tile, (y+1)*c.tile).Add(c.at), colour)
}

// Disc draws a bot: a rimmed circle around a point, with the mark of its seat where there is room.
func (c *Canvas) Disc(x, y, radius float64, seat int) {
	look, t := c.Look(seat), float64(c.tile)
	cx, cy, r := float64(c.at.X)+x*t, float64(c.at.Y)+y*t, math.Max(2.5, radius*t)
	c.pen.disc(cx, cy, r+0.5, palette.Ink)
	c.pen.disc(cx, cy, r-1, look.Colour)
	if r >= 6 {
		c.pen.centred(c.mark[seat%len(c.mark)], cx, cy, c.pen.faces.mark, look.Ink)
	}
}

// Text writes a line in the middle of a point.
func (c *Canvas) Text(text string, x, y float64, colour color.RGBA) {
	t := float64(c.tile)
	c.pen.centred(text, float64(c.at.X)+x*t, float64(c.at.Y)+y*t, c.pen.faces.bold, colour)
}

// pen draws on the whole picture, in pixels.
type pen struct {
	img   *image.RGBA
	faces faces
}

// faces are the letters of a picture.
type faces struct{ text, bold, mark font.Face }

func newFaces() faces {
	return faces{text: newFace(goregular.TTF, 12), bold: newFace(gobold.TTF, 13), mark: newFace(gobold.TTF, 9)}
}

func newFace(ttf []byte, size float64) font.Face {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err) // and so is its size
	}
	return face
}

func (p *pen) fill(r image.Rectangle, c color.RGBA) {
	draw.Draw(p.img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// disc fills a circle; points on its edge are mixed by how much of them it covers.
func (p *pen) disc(cx, cy, r float64, c color.RGBA) {
	box := image.Rect(int(cx-r-1), int(cy-r-1), int(cx+r+2), int(cy+r+2)).Intersect(p.img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			cover := r - math.Hypot(float64(x)+0.5-cx, float64(y)+0.5-cy) + 0.5
			if cover > 0 {
				p.img.SetRGBA(x, y, palette.Mix(p.img.RGBAAt(x, y), c, math.Min(1, cover)))
			}
		}
	}
}

// left writes a line that begins at x on the base line y, cut to a width; it returns where it ends.
func (p *pen) left(text string, x, y, width int, face font.Face, c color.RGBA) int {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(cut(text, width, face))
	return d.Dot.X.Ceil()
}

// right writes a line that ends at x.
func (p *pen) right(text string, x, y int, face font.Face, c color.RGBA) {
	p.left(text, x-font.MeasureString(face, text).Ceil(), y, math.MaxInt32, face, c)
}

func (p *pen) centred(text string, x, y float64, face font.Face, c color.RGBA) {
	width, height := font.MeasureString(face, text).Round(), face.Metrics().CapHeight.Round()
	p.left(text, int(math.Round(x-float64(width)/2)), int(math.Round(y+float64(height)/2)), math.MaxInt32, face, c)
}

// cut shortens a text to a width, with an ellipsis.
func cut(text string, width int, face font.Face) string {
	if font.MeasureString(face, text).Ceil() <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && font.MeasureString(face, string(letters)+"…").Ceil() > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}
