package art

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Frame is one picture, row by row.
type Frame []string

// A Layout describes how large the canvas is.
type Layout uint8

// The layouts. The zero one ends with the art; Runner leaves a quarter white on the right and a fifth below, as the original did.
const (
	Cells Layout = iota
	Runner
)

// Limits of what is drawn. The art of a bot is at most 60 x 60.
const (
	maxSide  = 512     // cells of a frame, across and down
	maxCells = 1 << 26 // cells of all frames together, each as large as the canvas: some seconds of work
)

// trim removes the blanks at the end of each row.
func (f Frame) trim() Frame {
	rows := make(Frame, len(f))
	for i, row := range f {
		rows[i] = strings.TrimRightFunc(row, unicode.IsSpace)
	}
	return rows
}

// cells returns the number of cells of a trimmed frame.
func (f Frame) cells() (size image.Point) {
	for _, row := range f {
		size.X = max(size.X, utf8.RuneCountInString(row))
	}
	return image.Pt(size.X, len(f))
}

// pixels returns the size of the canvas for a number of cells.
func (l Layout) pixels(cells image.Point) image.Point {
	if l == Runner {
		return image.Pt(8*cells.X+2*margin, 15*cells.Y)
	}
	return image.Pt(cellWidth*cells.X+2*margin, cellHeight*cells.Y+2*margin)
}

// fit returns the number of cells that contains every frame. The error says which frame is too large.
func fit(frames []Frame) (cells image.Point, err error) {
	if len(frames) == 0 {
		return cells, errors.New("no frames to draw")
	}
	for i, f := range frames {
		size := f.cells()
		if size.Y == 0 {
			return cells, fmt.Errorf("frame %d has no rows", i+1)
		}
		if size.X > maxSide || size.Y > maxSide {
			return cells, fmt.Errorf("frame %d has %d columns and %d rows; at most %d of each are drawn", i+1, size.X, size.Y, maxSide)
		}
		cells.X, cells.Y = max(cells.X, size.X), max(cells.Y, size.Y)
	}
	if all := cells.X * cells.Y * len(frames); all > maxCells {
		return cells, fmt.Errorf("%d frames of %d x %d cells are too much to draw: %d cells, but at most %d are possible", len(frames),
			cells.X, cells.Y, all, maxCells)
	}
	return cells, nil
}
