package gif

import (
	"math"

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
}

func newFaces() faces {
	return faces{
		text: paint.Face(goregular.TTF, 12), bold: paint.Face(gobold.TTF, 13), mark: paint.Face(gobold.TTF, 9),
		large: paint.Face(gobold.TTF, 22),
		fixed: make(map[float64]font.Face),
	}
}

// pen draws on the whole picture.
type pen struct {
	paint.Pen
	faces faces
}

// letters returns a bold face for letters of about a height in pixels, created once per height.
func (f *faces) letters(height float64) font.Face {
	size := -math.Round(min(max(height, 4), 60)) // below 0, beside the fixed ones
	if f.fixed[size] == nil {
		f.fixed[size] = paint.Face(gobold.TTF, -size)
	}
	return f.fixed[size]
}

// art returns a fixed face of a size, created once per size.
func (f *faces) art(size float64) font.Face {
	if f.fixed[size] == nil {
		f.fixed[size] = paint.Face(gomono.TTF, size)
	}
	return f.fixed[size]
}
