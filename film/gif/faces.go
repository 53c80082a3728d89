package gif

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// faces are the fonts of a picture.
type faces struct {
	text, bold, mark, large font.Face
	fixed                   map[float64]font.Face // by size
}

func newFaces() faces {
	return faces{
		text: newFace(goregular.TTF, 12), bold: newFace(gobold.TTF, 13), mark: newFace(gobold.TTF, 9), large: newFace(gobold.TTF, 22),
		fixed: make(map[float64]font.Face),
	}
}

func newFace(ttf []byte, size float64) font.Face {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is embedded
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err) // and its size is valid
	}
	return face
}

// art returns a fixed face of a size, created once per size.
func (f *faces) art(size float64) font.Face {
	if f.fixed[size] == nil {
		f.fixed[size] = newFace(gomono.TTF, size)
	}
	return f.fixed[size]
}
