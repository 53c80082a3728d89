package gif

import (
	"image"
	"image/color"

	"agon/game/draw"
	"agon/game/palette"

	"golang.org/x/image/font"
)

const (
	sheetWide = 420
	sheetHigh = 40 // most lines
)

// sheetOf returns the place of the status and the tables of a picture without a board; empty if it has neither.
func sheetOf(p *draw.Picture) image.Rectangle {
	lines := 0
	for _, t := range p.Tables {
		lines += len(t.Rows) + 3
	}
	if p.Status == "" && lines == 0 {
		return image.Rectangle{}
	}
	at := image.Pt(margin, headHigh+margin)
	return image.Rect(0, 0, sheetWide, (min(lines, sheetHigh)+2)*noteHigh).Add(at)
}

// write writes the status and the tables of a picture without a board, as far as there is room.
func (s *scene) write(p *draw.Picture) {
	y := s.sheet.Min.Y + noteHigh
	line := func(row []string, width int, face font.Face, ink color.RGBA) {
		if y <= s.sheet.Max.Y {
			s.cells(row, width, face, ink, y)
		}
		y += noteHigh
	}
	line([]string{p.Status}, 1, s.pen.faces.text, palette.Ink)
	for _, t := range p.Tables {
		y += noteHigh / 2
		line([]string{t.Title}, 1, s.pen.faces.bold, palette.Ink)
		width := len(t.Head)
		for _, row := range t.Rows {
			width = max(width, len(row))
		}
		if t.Head != nil {
			line(t.Head, width, s.pen.faces.text, palette.Muted)
		}
		for i, row := range t.Rows {
			if len(row) > 0 && i < len(t.Seats) && t.Seats[i] >= 0 && t.Seats[i] < len(s.marks) {
				row = append([]string{s.marks[t.Seats[i]] + " " + row[0]}, row[1:]...)
			}
			face := s.pen.faces.text
			if i+1 == t.Strong {
				face = s.pen.faces.bold
			}
			line(row, width, face, palette.Ink)
		}
	}
}

// cells writes the cells of a row in columns of one width, the first one at the left and twice as wide.
func (s *scene) cells(row []string, width int, face font.Face, ink color.RGBA, y int) {
	each := sheetWide / (width + 1)
	for i, text := range row {
		if i == 0 {
			room := sheetWide - each*(len(row)-1)
			s.pen.Left(text, s.sheet.Min.X, y, room-4, face, ink)
			continue
		}
		s.pen.Right(text, s.sheet.Max.X-(len(row)-1-i)*each, y, face, ink)
	}
}
