package gif

import (
	"image"
	"image/color"
	"math"

	"agon/palette"
)

// Shapes are drawn by distance: a pixel within a shape is filled, one on its edge is mixed by how much of it lies within.

// point is a point of the picture, in pixels.
type point struct{ x, y float64 }

// cover fills the pixels of a box for which a distance to the shape, negative within it, says so.
func (p *pen) cover(low, high point, c color.RGBA, distance func(point) float64) {
	box := image.Rect(int(low.x)-1, int(low.y)-1, int(high.x)+2, int(high.y)+2).Intersect(p.img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			part := 0.5 - distance(point{float64(x) + 0.5, float64(y) + 0.5})
			if part > 0 {
				p.img.SetRGBA(x, y, palette.Mix(p.img.RGBAAt(x, y), c, math.Min(1, part)))
			}
		}
	}
}

// disc fills a circle.
func (p *pen) disc(cx, cy, r float64, c color.RGBA) {
	p.cover(point{cx - r, cy - r}, point{cx + r, cy + r}, c, func(at point) float64 { return math.Hypot(at.x-cx, at.y-cy) - r })
}

// stroke draws a line with round ends.
func (p *pen) stroke(a, b point, width float64, c color.RGBA) {
	r := width / 2
	low, high := point{math.Min(a.x, b.x) - r, math.Min(a.y, b.y) - r}, point{math.Max(a.x, b.x) + r, math.Max(a.y, b.y) + r}
	p.cover(low, high, c, func(at point) float64 { return apart(at, a, b) - r })
}

// apart is the distance of a point from the line between two others.
func apart(at, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(1, max(0, ((at.x-a.x)*dx+(at.y-a.y)*dy)/length))
	}
	return math.Hypot(at.x-a.x-along*dx, at.y-a.y-along*dy)
}

// shape fills an outline.
func (p *pen) shape(outline []point, c color.RGBA) {
	low, high := outline[0], outline[0]
	for _, corner := range outline {
		low, high = point{math.Min(low.x, corner.x), math.Min(low.y, corner.y)}, point{math.Max(high.x, corner.x), math.Max(high.y, corner.y)}
	}
	p.cover(low, high, c, func(at point) float64 { return outside(at, outline) })
}

// outside is the distance of a point from an outline, negative within it.
func outside(at point, outline []point) float64 {
	nearest, within := math.Inf(1), false
	for i, b := range outline {
		a := outline[(i+len(outline)-1)%len(outline)]
		nearest = math.Min(nearest, apart(at, a, b))
		if (a.y > at.y) != (b.y > at.y) && at.x < (b.x-a.x)*(at.y-a.y)/(b.y-a.y)+a.x {
			within = !within
		}
	}
	if within {
		return -nearest
	}
	return nearest
}

// edge draws the outline of a rectangle within it.
func (p *pen) edge(r image.Rectangle, width int, c color.RGBA) {
	p.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), c)
	p.fill(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), c)
	p.fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y), c)
	p.fill(image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y), c)
}
