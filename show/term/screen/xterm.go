package screen

import (
	"image/color"
	"math"
)

// cube has the six levels of each component in xterm's colours 16 to 231. 232 to 255 are greys from 8 in steps of ten.
var cube = [6]int{0, 95, 135, 175, 215, 255}

// XtermRGB returns the colour that xterm shows for a number from 16 to 255. The user's colour scheme defines the first sixteen.
func XtermRGB(n uint8) color.RGBA {
	if n >= 232 {
		grey := 8 + 10*(n-232)
		return color.RGBA{grey, grey, grey, 0xff}
	}
	i := int(n) - 16
	return color.RGBA{uint8(cube[i/36]), uint8(cube[i/6%6]), uint8(cube[i%6]), 0xff}
}

// A Finder finds xterm numbers for colours. It is expensive to make, and meant for many colours.
type Finder struct {
	labs [256 - 16]lab
}

// NewFinder makes a Finder.
func NewFinder() *Finder {
	f := &Finder{}
	for i := range f.labs {
		f.labs[i] = labOf(XtermRGB(uint8(i + 16)))
	}
	return f
}

// Near returns a colour with the nearest number.
func (f *Finder) Near(rgb color.RGBA) Colour { return Exact(rgb, f.nearest(rgb, nil)) }

// Apart returns colours with near numbers, no two of which are the same. There must be at most 240 colours.
func (f *Finder) Apart(all []color.RGBA) []Colour {
	taken := make(map[uint8]bool)
	colours := make([]Colour, len(all))
	for i, rgb := range all {
		number := f.nearest(rgb, taken)
		taken[number] = true
		colours[i] = Exact(rgb, number)
	}
	return colours
}

func (f *Finder) nearest(rgb color.RGBA, taken map[uint8]bool) uint8 {
	want := labOf(rgb)
	best, least := uint8(16), math.Inf(1)
	for i, have := range f.labs {
		if d := want.distance(have); d < least && !taken[uint8(i+16)] {
			best, least = uint8(i+16), d
		}
	}
	return best
}

// lab is a colour in the Oklab space (Ottosson 2020), in which distances correspond to perceived differences.
type lab struct{ l, a, b float64 }

func labOf(c color.RGBA) lab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func linear(part uint8) float64 {
	v := float64(part) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// distance gives the hue more weight than the lightness: among few dark colours a bot should keep its hue rather than become grey.
func (p lab) distance(q lab) float64 {
	dl, da, db := p.l-q.l, p.a-q.a, p.b-q.b
	return dl*dl + 3*(da*da+db*db)
}
