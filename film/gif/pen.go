package gif

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// point is a point of the picture, in pixels.
type point struct{ x, y float64 }

// pen draws on the whole picture, in pixels.
type pen struct {
	img   *image.RGBA
	fills vector.Rasterizer
	faces faces
}

func (p *pen) fill(r image.Rectangle, c color.RGBA) {
	draw.Draw(p.img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// shape fills an outline.
func (p *pen) shape(c color.RGBA, outline []point) {
	low, high := outline[0], outline[0]
	for _, at := range outline {
		low, high = point{math.Min(low.x, at.x), math.Min(low.y, at.y)}, point{math.Max(high.x, at.x), math.Max(high.y, at.y)}
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1)
	p.fills.Reset(box.Dx(), box.Dy())
	for i, at := range outline {
		x, y := float32(at.x-float64(box.Min.X)), float32(at.y-float64(box.Min.Y))
		if i == 0 {
			p.fills.MoveTo(x, y)
		} else {
			p.fills.LineTo(x, y)
		}
	}
	p.fills.ClosePath()
	p.fills.Draw(p.img, box, image.NewUniform(c), image.Point{})
}

// arc returns a half circle around a point, from a direction on.
func arc(at point, r, from float64) (corners []point) {
	n := max(8, int(r*2))
	for i := range n + 1 {
		turn := from + math.Pi*float64(i)/float64(n)
		corners = append(corners, point{at.x + float64(r*math.Cos(turn)), at.y + float64(r*math.Sin(turn))})
	}
	return corners
}

// disc fills a circle.
func (p *pen) disc(at point, r float64, c color.RGBA) {
	p.shape(c, append(arc(at, r, 0), arc(at, r, math.Pi)...))
}

// stroke draws lines with round ends. Consecutive ones in one direction are joined, because their seams would show.
func (p *pen) stroke(points []point, width float64, c color.RGBA) {
	if len(points) == 1 {
		p.disc(points[0], width/2, c)
	}
	for i := 1; i < len(points); i++ {
		from, turn := points[i-1], direction(points[i-1], points[i])
		for i+1 < len(points) && direction(points[i], points[i+1]) == turn {
			i++
		}
		p.shape(c, append(arc(from, width/2, turn+math.Pi/2), arc(points[i], width/2, turn-math.Pi/2)...))
	}
}

func direction(from, to point) float64 { return math.Atan2(to.y-from.y, to.x-from.x) }

// edge draws the outline of a rectangle on its inside.
func (p *pen) edge(r image.Rectangle, width int, c color.RGBA) {
	p.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), c)
	p.fill(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), c)
	p.fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y), c)
	p.fill(image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y), c)
}

// left writes a line that begins at x on the base line y, cut to a width; it returns its end.
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
