// Package paint draws shapes, lines and words on an image, with smooth edges. Lengths are in pixels.
package paint

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A Point is a point of the image.
type Point struct{ X, Y float64 }

// A Pen draws on an image.
type Pen struct {
	Image *image.RGBA
	fills vector.Rasterizer
}

// Fill fills a rectangle.
func (p *Pen) Fill(r image.Rectangle, c color.RGBA) {
	draw.Draw(p.Image, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// Shape fills an outline.
func (p *Pen) Shape(c color.RGBA, outline []Point) {
	low, high := outline[0], outline[0]
	for _, at := range outline {
		low, high = Point{math.Min(low.X, at.X), math.Min(low.Y, at.Y)}, Point{math.Max(high.X, at.X), math.Max(high.Y, at.Y)}
	}
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
	p.fills.Reset(box.Dx(), box.Dy())
	for i, at := range outline {
		x, y := float32(at.X-float64(box.Min.X)), float32(at.Y-float64(box.Min.Y))
		if i == 0 {
			p.fills.MoveTo(x, y)
		} else {
			p.fills.LineTo(x, y)
		}
	}
	p.fills.ClosePath()
	p.fills.Draw(p.Image, box, image.NewUniform(c), image.Point{})
}

// arc returns a half circle around a point, from a direction on.
func arc(at Point, r, from float64) (corners []Point) {
	n := max(8, int(r*2))
	for i := range n + 1 {
		turn := from + math.Pi*float64(i)/float64(n)
		corners = append(corners, Point{at.X + float64(r*math.Cos(turn)), at.Y + float64(r*math.Sin(turn))})
	}
	return corners
}

// Disc fills a circle.
func (p *Pen) Disc(at Point, r float64, c color.RGBA) {
	p.Shape(c, append(arc(at, r, 0), arc(at, r, math.Pi)...))
}

// Stroke draws lines with round ends. Consecutive ones in one direction are joined, because their seams would show.
func (p *Pen) Stroke(points []Point, width float64, c color.RGBA) {
	if len(points) == 1 {
		p.Disc(points[0], width/2, c)
	}
	for i := 1; i < len(points); i++ {
		from, turn := points[i-1], direction(points[i-1], points[i])
		for i+1 < len(points) && direction(points[i], points[i+1]) == turn {
			i++
		}
		p.Shape(c, append(arc(from, width/2, turn+math.Pi/2), arc(points[i], width/2, turn-math.Pi/2)...))
	}
}

func direction(from, to Point) float64 { return math.Atan2(to.Y-from.Y, to.X-from.X) }

// Edge draws the outline of a rectangle on its inside.
func (p *Pen) Edge(r image.Rectangle, width int, c color.RGBA) {
	p.Fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), c)
	p.Fill(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), c)
	p.Fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y), c)
	p.Fill(image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y), c)
}

// Left writes a line that begins at x on the base line y, cut to a width; it returns its end.
func (p *Pen) Left(text string, x, y, width int, face font.Face, c color.RGBA) int {
	d := font.Drawer{Dst: p.Image, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(Cut(text, width, face))
	return d.Dot.X.Ceil()
}

// Right writes a line that ends at x.
func (p *Pen) Right(text string, x, y int, face font.Face, c color.RGBA) {
	p.Left(text, x-font.MeasureString(face, text).Ceil(), y, math.MaxInt32, face, c)
}

// Centred writes a line around a point.
func (p *Pen) Centred(text string, x, y float64, face font.Face, c color.RGBA) {
	width, height := font.MeasureString(face, text).Round(), face.Metrics().CapHeight.Round()
	p.Left(text, int(math.Round(x-float64(width)/2)), int(math.Round(y+float64(height)/2)), math.MaxInt32, face, c)
}

// Cut shortens a text to a width, with an ellipsis.
func Cut(text string, width int, face font.Face) string {
	if font.MeasureString(face, text).Ceil() <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && font.MeasureString(face, string(letters)+"…").Ceil() > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// Face returns a font, which must be one that the program has in itself, at a size.
func Face(ttf []byte, size float64) font.Face {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is embedded
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err) // its size is valid
	}
	return face
}
