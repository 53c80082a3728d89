package art

import (
	"image"
	"image/color"
)

// The two colours of a picture, by index.
const (
	white = 0
	black = 1
)

var colours = color.Palette{white: color.Gray{0xff}, black: color.Gray{0}}

// Ink reports whether a cell of a picture, counted from 0, contains any ink, for tests.
func Ink(img image.Image, row, column int) bool {
	corner := image.Pt(margin+cellWidth*column, margin+cellHeight*row).Add(img.Bounds().Min)
	cell := image.Rectangle{corner, corner.Add(image.Pt(cellWidth, cellHeight))}.Intersect(img.Bounds())
	for y := cell.Min.Y; y < cell.Max.Y; y++ {
		for x := cell.Min.X; x < cell.Max.X; x++ {
			if color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 0x80 {
				return true
			}
		}
	}
	return false
}

// A painter produces the pixels of frames line by line, one byte each, without a canvas.
type painter struct {
	size  image.Point
	lines [cellHeight][]byte
}

// paint passes every line of a frame to take, from the top; a line is valid only during the call.
func (p *painter) paint(rows Frame, take func(line []byte)) {
	for y := range p.lines {
		p.lines[y] = append(p.lines[y][:0], make([]byte, p.size.X)...)
	}
	blank := make([]byte, p.size.X)
	left := p.size.Y
	emit := func(line []byte) {
		if left > 0 {
			left--
			take(line)
		}
	}
	for range margin {
		emit(blank)
	}
	for _, row := range rows {
		p.write(row)
		for _, line := range p.lines {
			emit(line)
		}
	}
	for left > 0 {
		emit(blank)
	}
}

// write draws a row of characters into the lines.
func (p *painter) write(row string) {
	at := margin
	for _, c := range row {
		g := glyphOf(c)
		for y := range p.lines {
			bits := g[y]
			pixels := p.lines[y][at : at+cellWidth : at+cellWidth]
			for x := range pixels {
				pixels[x] = bits >> x & 1
			}
		}
		at += cellWidth
	}
	for _, line := range p.lines {
		clear(line[at:])
	}
}
