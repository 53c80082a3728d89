package gif

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"agon/internal/paint"
)

// faces are the fonts of a picture.
type faces struct {
	text, bold, mark, large font.Face
	fixed                   map[float64]font.Face // by size
	bolds                   map[int]font.Face     // the same
}

func newFaces() faces {
	return faces{
		text: paint.Face(goregular.TTF, 12), bold: paint.Face(gobold.TTF, 13), mark: paint.Face(gobold.TTF, 9),
		large: paint.Face(gobold.TTF, 22),
		fixed: make(map[float64]font.Face), bolds: make(map[int]font.Face),
	}
}

// pen draws on the whole picture.
type pen struct {
	paint.Pen
	faces faces
}

// letters returns a bold face for letters of about a height in pixels.
func (f *faces) letters(height float64) font.Face {
	size := int(min(max(height, 4), 60))
	if f.bolds[size] == nil {
		f.bolds[size] = paint.Face(gobold.TTF, float64(size))
	}
	return f.bolds[size]
}

// art returns a fixed face of a size, created once per size.
func (f *faces) art(size float64) font.Face {
	if f.fixed[size] == nil {
		f.fixed[size] = paint.Face(gomono.TTF, size)
	}
	return f.fixed[size]
}
