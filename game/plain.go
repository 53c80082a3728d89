package game

import (
	"strconv"

	"agon/game/draw"
)

// DrawPlain draws what a kind without a Draw shows of itself: the grid called "grid", or else its first one, in which 0 is empty and n
// belongs to seat n-1, or to the seat with that value in the list "owner", and the bots at "x" and "y", except where these are below 0. Row
// 0 is the highest.
func DrawPlain(p *draw.Picture, s *Scene) {
	f := s.Frame
	name := f.board()
	width, height := f.Size(name)
	p.Board(width, height)
	if width == 0 {
		return
	}
	tiles := map[int]draw.Tile{0: {Seat: draw.Nobody}}
	owners := f.List("owner")
	for seat := range s.Seats {
		value := seat + 1
		if seat < len(owners) {
			value = owners[seat]
		}
		tiles[value] = draw.Tile{Seat: seat, Tone: draw.Pale}
	}
	for i, value := range f.List(name) {
		tile, known := tiles[value]
		if !known {
			tile = draw.Tile{Seat: draw.Nobody, Tone: draw.Grey, Text: digits(value)}
		}
		*p.At(i%width, i/width) = tile
	}
	xs, ys := f.List("x"), f.List("y")
	var here []int
	for seat := range min(s.Seats, len(xs), len(ys)) {
		if xs[seat] >= 0 && ys[seat] >= 0 {
			here = append(here, seat)
		}
	}
	p.Bots(0.46, here, func(seat int) (x, y int) { return xs[seat], ys[seat] }, nil)
}

// board returns the name of the grid that is the board.
func (f *Frame) board() string {
	first := "grid"
	for i := range f.fields[:f.used] {
		if p := &f.fields[i]; p.shape == grid {
			if p.name == first {
				return first
			}
			if first == "grid" {
				first = p.name
			}
		}
	}
	return first
}

// digits returns a value in at most two characters, its last digits if it is longer.
func digits(n int) string {
	if n < 0 || n > 99 {
		n = max(n, -n) % 100
		return string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
	}
	return strconv.Itoa(n)
}
