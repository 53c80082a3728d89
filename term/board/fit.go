package board

import "agon/term/screen"

// A Form is how large a tile is drawn.
type Form uint8

// The forms, from the largest.
const (
	Wide   Form = iota // two columns a tile, with letters
	Single             // one column a tile: without colour
	Half               // half a character a tile, one above the other: with colour
)

// Room is the number of columns and rows that so many tiles take.
func (f Form) Room(width, height int) (columns, rows int) {
	switch f {
	case Wide:
		return 2 * width, height
	case Half:
		return width, (height + 1) / 2
	}
	return width, height
}

// Fit is the largest form in which a board fits into so many columns and rows. Where none does, it is the smallest, and a window
// of it will be shown.
func Fit(width, height, columns, rows int, d screen.Depth) Form {
	if c, r := Wide.Room(width, height); c <= columns && r <= rows {
		return Wide
	}
	if d.Colour() {
		return Half
	}
	return Single
}

// The columns of a tile in the form Wide: usually, and at most where there is more room than a board needs.
const (
	usualSide = 2
	mostSide  = 8
)

// Enlarge is how many columns a tile of a board takes in the form Wide where all of it is to fit into so many columns and rows. A tile is twice
// as many columns wide as it is rows high, so that an odd number needs halves of characters, and so colour.
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

// Enlarged is the number of columns and rows that so many tiles take where each is so many columns wide.
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

// Look is the window of a form in so many columns and rows: around the bot that was picked, else scrolled down by so many tiles.
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
		y -= y & 1 // an odd row on top would swap all halves
	}
	w.X = min(max(x, 0), t.Width-w.Width)
	w.Y = min(max(y, 0), t.Height-w.Height)
	return w
}
