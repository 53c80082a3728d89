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

// Whole paints a tile without a gap.
func (c *Canvas) Whole(x, y int, colour color.RGBA) {
	c.pen.fill(image.Rect(x*c.tile, y*c.tile, (x+1)*c.tile, (y+1)*c.tile).Add(c.at), colour)
}

// pixel is a point of the board in the picture.
func (c *Canvas) pixel(x, y float64) point {
	return point{float64(c.at.X) + x*float64(c.tile), float64(c.at.Y) + y*float64(c.tile)}
}

// area fills a rectangle that is measured in tiles.
func (c *Canvas) area(x, y, width, height float64, colour color.RGBA) {
	c.pen.fill(c.box(x, y, width, height), colour)
}

func (c *Canvas) box(x, y, width, height float64) image.Rectangle {
	from, to := c.pixel(x, y), c.pixel(x+width, y+height)
	return image.Rect(int(math.Round(from.x)), int(math.Round(from.y)), int(math.Round(to.x)), int(math.Round(to.y)))
}

// Disc draws a bot: a rimmed circle around a point, with the mark of its seat where there is room.
func (c *Canvas) Disc(x, y, radius float64, seat int) {
	look, at := c.Look(seat), c.pixel(x, y)
	cx, cy, r := at.x, at.y, math.Max(2.5, radius*float64(c.tile))
	c.pen.disc(cx, cy, r+0.5, palette.Ink)
	c.pen.disc(cx, cy, r-1, look.Colour)
	if r >= 6 {
		c.pen.centred(c.mark[seat%len(c.mark)], cx, cy, c.pen.faces.mark, look.Ink)
	}
}

// Dot fills a circle.
func (c *Canvas) Dot(x, y, radius float64, colour color.RGBA) {
	at := c.pixel(x, y)
	c.pen.disc(at.x, at.y, radius*float64(c.tile), colour)
}

// Line draws lines from point to point, each as x and y, with round ends; width is in tiles.
func (c *Canvas) Line(width float64, colour color.RGBA, points ...[2]float64) {
	for i := range points {
		from, to := points[max(i-1, 0)], points[i]
		if i > 0 || len(points) == 1 {
			c.pen.stroke(c.pixel(from[0], from[1]), c.pixel(to[0], to[1]), width*float64(c.tile), colour)
		}
	}
}

// Shape fills an outline.
func (c *Canvas) Shape(colour color.RGBA, corners ...[2]float64) {
	var outline []point
	for _, corner := range corners {
		outline = append(outline, c.pixel(corner[0], corner[1]))
	}
	c.pen.shape(outline, colour)
}

// Cross marks where somebody died.
func (c *Canvas) Cross(x, y, radius float64, colour color.RGBA) {
	for _, pass := range []struct {
		width float64
		paint color.RGBA
	}{{radius * 0.9, palette.Tile}, {radius * 0.45, colour}} {
		c.Line(pass.width, pass.paint, [2]float64{x - radius, y - radius}, [2]float64{x + radius, y + radius})
		c.Line(pass.width, pass.paint, [2]float64{x + radius, y - radius}, [2]float64{x - radius, y + radius})
	}
}

// Text writes a line in the middle of a point.
func (c *Canvas) Text(text string, x, y float64, colour color.RGBA) {
	at := c.pixel(x, y)
	c.pen.centred(text, at.x, at.y, c.pen.faces.bold, colour)
}

// Small is Text in small letters.
func (c *Canvas) Small(text string, x, y float64, colour color.RGBA) {
	at := c.pixel(x, y)
	c.pen.centred(text, at.x, at.y, c.pen.faces.mark, colour)
}

// Label is Text with a light edge around its letters, for words that lie on other things.
func (c *Canvas) Label(text string, x, y float64, colour color.RGBA) {
	at := c.pixel(x, y)
	for _, d := range [...]point{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
		c.pen.centred(text, at.x+d.x, at.y+d.y, c.pen.faces.bold, palette.Tile)
	}
	c.Text(text, x, y, colour)
}

// pen draws on the whole picture, in pixels.
type pen struct {
	img   *image.RGBA
	faces faces
}

// faces are the letters of a picture.
type faces struct {
	text, bold, mark, large font.Face
	fixed                   map[float64]font.Face // by size
}

func newFaces() faces {
	return faces{text: newFace(goregular.TTF, 12), bold: newFace(gobold.TTF, 13), mark: newFace(gobold.TTF, 9), large: newFace(gobold.TTF, 22)}
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
