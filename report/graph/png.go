package graph

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// density is the number of pixels of a PNG for each CSS pixel.
const density = 2

// png writes the picture in its light theme.
func (s *sheet) png(w io.Writer) error {
	img := image.NewRGBA(image.Rect(0, 0, pixel(s.wide), pixel(s.high)))
	faces := map[face]font.Face{}
	for _, i := range s.items {
		if i.text == "" {
			r := image.Rect(pixel(i.x), pixel(i.y), pixel(i.x+i.wide), pixel(i.y+i.high))
			draw.Draw(img, r, image.NewUniform(i.colour()), image.Point{}, draw.Src)
			continue
		}
		f := face{i.high, i.bold}
		if faces[f] == nil {
			faces[f] = f.open()
		}
		i.write(img, faces[f])
	}
	return png.Encode(w, img)
}

// pixel returns the pixel at a distance from the edge.
func pixel(at float64) int { return int(math.Round(at * density)) }

// write writes a text, cut to its room.
func (i *item) write(img *image.RGBA, f font.Face) {
	text := i.text
	if i.wide > 0 {
		letters := []rune(text)
		for font.MeasureString(f, text).Ceil() > pixel(i.wide) && len(letters) > 0 {
			letters = letters[:len(letters)-1]
			text = string(letters) + "…"
		}
	}
	x := fixed.I(pixel(i.x))
	switch width := font.MeasureString(f, text); i.anchor {
	case middle:
		x -= width / 2
	case end:
		x -= width
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(i.colour()), Face: f, Dot: fixed.Point26_6{X: x, Y: fixed.I(pixel(i.y))}}
	d.DrawString(text)
}

// face is a size and a weight of Go's font.
type face struct {
	size float64
	bold bool
}

func (f face) open() font.Face {
	ttf := goregular.TTF
	if f.bold {
		ttf = gobold.TTF
	}
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is embedded
	}
	opened, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: f.size * density, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // and its size is valid
	}
	return opened
}
