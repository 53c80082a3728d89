package board

import "agon/show/term/screen"

// A Form is the size at which tiles are drawn.
type Form uint8

// The forms, largest first.
const (
	Wide   Form = iota // two columns per tile, with letters
	Single             // one column per tile, without colour
	Half               // half a character per tile, two tiles one above the other, with colour
)

// Room returns the number of columns and rows that a board of width x height tiles takes.
func (f Form) Room(width, height int) (columns, rows int) {
	switch f {
	case Wide:
		return 2 * width, height
	case Half:
		return width, (height + 1) / 2
	}
	return width, height
}

// Fit returns the largest form in which a board of width x height tiles fits into the columns and rows. If none fits, it returns the
// smallest, of which a window is shown.
func Fit(width, height, columns, rows int, d screen.Depth) Form {
	if c, r := Wide.Room(width, height); c <= columns && r <= rows {
		return Wide
	}
	if d.Colour() {
		return Half
	}
	return Single
}

// The columns of a tile in the form Wide: the usual number, and the maximum if there is more room than the board needs.
const (
	usualSide = 2
	mostSide  = 8
)

// Enlarge returns how many columns a tile can take in the form Wide so that the whole board fits into the columns and rows. A tile is twice
// as many columns wide as rows high, so an odd number needs half blocks, and therefore colour.
func Enlarge(width, height, columns, rows int, d screen.Depth) int {
	for side := mostSide; side > usualSide; side-- {
		if side%2 == 1 && !d.Colour() {
			continue
		}
		if c, r := Enlarged(width, height, side); c <= columns && r <= rows {
			return side
		}
	}
	return usualSide
}

// Enlarged returns the number of columns and rows that a board takes if each tile is side columns wide.
func Enlarged(width, height, side int) (columns, rows int) {
	return side * width, (side*height + 1) / 2
}

// A Window is the part of the tiles that is shown.
type Window struct {
	Form          Form
	X, Y          int // of the first tile
	Width, Height int // in tiles
	Whole         bool
}

// Look returns the window of a form that fits into the columns and rows: centred on the picked bot if there is one, else scroll tiles from
// the top.
func Look(t *Tiles, form Form, columns, rows, picked, scroll int) Window {
	w := Window{Form: form, Width: columns, Height: rows}
	switch form {
	case Wide:
		w.Width = columns / 2
	case Half:
		w.Height = rows * 2
	}
	w.Width, w.Height = min(w.Width, t.Width), min(w.Height, t.Height)
	w.Whole = w.Width == t.Width && w.Height == t.Height
	x, y := 0, scroll
	if picked != None && !w.Whole {
		if hx, hy, ok := t.head(picked); ok {
			x, y = hx-w.Width/2, hy-w.Height/2
		}
	}
	if form == Half {
		y -= y & 1 // an odd first row would swap the halves of every character
	}
	w.X = min(max(x, 0), t.Width-w.Width)
	w.Y = min(max(y, 0), t.Height-w.Height)
	return w
}
