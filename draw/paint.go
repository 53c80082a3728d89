package draw

import "slices"

// A painted is what the tiles of a picture were painted with.
type painted struct {
	cells   []int // by tile; empty: the tiles were not painted, or changed since
	legend  []Tile
	width   int
	up      bool
	changed []int // tiles that the last Paint changed
	some    bool  // it changed only these
}

// forget has the next Paint write all tiles.
func (p *painted) forget() { p.cells, p.some = p.cells[:0], false }

// Paint adds a board whose tiles are given by numbers, row after row from the top, or from the bottom if up: tile i is legend[cells[i]]. In a
// picture that is used again it writes only the tiles that differ from the board before, so nobody changes Tiles of a painted board.
func (p *Picture) Paint(width int, up bool, cells []int, legend []Tile) {
	last := &p.painted
	if len(last.cells) != len(cells) || cap(p.Tiles) < len(cells) || last.width != width || last.up != up || !slices.Equal(last.legend, legend) {
		p.Board(width, len(cells)/max(width, 1))
		last.cells = append(last.cells[:0], cells...)
		for i := range last.cells {
			last.cells[i] = -1
		}
		last.legend, last.width, last.up = append(last.legend[:0], legend...), width, up
	} else {
		last.some = true
	}
	p.Width, p.Height, p.Tiles = width, len(cells)/max(width, 1), p.Tiles[:len(cells)]
	last.changed = last.changed[:0]
	for from := 0; from < len(cells); from += width {
		row, was := cells[from:from+width], last.cells[from:from+width]
		at := from
		if up {
			at = len(cells) - width - from
		}
		for x, n := range row {
			if was[x] != n {
				was[x] = n
				p.Tiles[at+x] = legend[n]
				last.changed = append(last.changed, at+x)
			}
		}
	}
}

// Repainted returns the tiles that changed since the picture was last drawn; all is true if any may have.
func (p *Picture) Repainted() (tiles []int, all bool) {
	if len(p.painted.cells) == 0 || len(p.painted.cells) != len(p.Tiles) || !p.painted.some {
		return nil, true
	}
	return p.painted.changed, false
}
