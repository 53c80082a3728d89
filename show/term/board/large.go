package board

import (
	"strings"

	"agon/show/term/screen"
)

// large draws tiles that are more than two columns wide, each with its text in the middle.
func (p Painter) large(s *screen.Screen, x, y int, t *Tiles, w Window) {
	for j := range w.Height {
		for i := range w.Width {
			p.block(s, x+p.Side*i, y, *t.At(w.X+i, w.Y+j), p.Side, j)
		}
	}
	if p.Side%2 == 1 {
		p.seams(s, x, y, t, w)
	}
}

// block draws the rows that belong to one tile alone. nth is the tile's row in the window.
func (p Painter) block(s *screen.Screen, x, y int, c Tile, side, nth int) {
	from, to := (side*nth+1)/2, side*(nth+1)/2
	fill, text, style := p.filled(c, side)
	for row := from; row < to; row++ {
		if row == (from+to-1)/2 && text != "" {
			left := (side - screen.Width(text)) / 2
			s.Text(x, y+row, screen.Pad(strings.Repeat(" ", max(left, 0))+text, side), style)
			continue
		}
		s.Text(x, y+row, fill, style)
	}
}

// filled returns a row of a tile without its text, and the text of its middle row, which is empty if all rows are the same.
func (p Painter) filled(c Tile, side int) (fill, text string, style screen.Style) {
	if !p.Depth.Colour() {
		mine := p.Picked != None && c.Slot == p.Picked
		style = screen.Style{Bold: c.Head || c.Bold || mine, Dim: p.Picked != None && !mine && !c.Head, Reverse: mine && c.Head}
		text = c.bare(usualSide)
		if c.Head || c.Bold || c.Slot == None && c.Text != "" || text == "." {
			return strings.Repeat(" ", side), screen.CutPlain(text, side), style
		}
		return screen.CutPlain(strings.Repeat(text, side), side), "", style
	}
	text, style = p.tile(c)
	if c.Text == "" && text != "" { // a texture
		return screen.Cut(strings.Repeat(text, side), side), "", style
	}
	return strings.Repeat(" ", side), screen.Cut(text, side), style
}

// seams draws the rows that show the lower half of one tile and the upper half of the next.
func (p Painter) seams(s *screen.Screen, x, y int, t *Tiles, w Window) {
	for j := 0; j < w.Height; j += 2 {
		for i := range w.Width {
			upper, up := p.dab(*t.At(w.X+i, w.Y+j))
			lower, low := screen.Colour{}, false
			if j+1 < w.Height {
				lower, low = p.dab(*t.At(w.X+i, w.Y+j+1))
			}
			char, style := halves(upper, lower, up, low)
			s.Text(x+p.Side*i, y+(p.Side*(j+1)-1)/2, strings.Repeat(char, p.Side), style)
		}
	}
}
