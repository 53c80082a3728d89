package draw

import (
	"fmt"
	"slices"
)

// Nobody is the seat of what belongs to none.
const Nobody = -1

// A Picture is one state of a game.
type Picture struct {
	Width  int      `json:"width,omitempty"` // of the board in tiles; 0 where there is none
	Height int      `json:"height,omitempty"`
	Tiles  []Tile   `json:"tiles,omitempty"`  // row after row from the top
	Been   []uint32 `json:"been,omitempty"`   // by tile, which of the first 32 seats were there, as bits from the lowest: blank tiles are tinted for a picked seat
	Race   *Race    `json:"race,omitempty"`   // over the tiles
	Shapes []Shape  `json:"shapes,omitempty"` // over the tiles, the later above
	Duel   *Duel    `json:"duel,omitempty"`   // in place of a board
	Seats  []Seat   `json:"seats,omitempty"`  // by seat
	Status string   `json:"status,omitempty"` // one phrase about the whole state
	Clock  string   `json:"clock,omitempty"`  // what the Clock of each seat shows, as "time left"
	Tables []Table  `json:"tables,omitempty"` // beside the board

	outside string // the first tile that was asked for and is none
}

// New makes an empty picture for so many seats.
func New(seats int) *Picture { return &Picture{Seats: make([]Seat, seats)} }

// Reset makes the picture empty, for as many seats as it had. It keeps its buffers.
func (p *Picture) Reset() {
	clear(p.Seats)
	*p = Picture{Tiles: p.Tiles[:0], Been: p.Been[:0], Shapes: p.Shapes[:0], Seats: p.Seats}
}

// Board makes a board of blank tiles.
func (p *Picture) Board(width, height int) {
	p.Width, p.Height, p.Tiles = width, height, slices.Grow(p.Tiles[:0], width*height)[:width*height]
	for i := range p.Tiles {
		p.Tiles[i] = Tile{Seat: Nobody}
	}
}

// At is a tile; one that nobody sees where there is none, which [Picture.Check] reports.
func (p *Picture) At(x, y int) *Tile {
	if x < 0 || y < 0 || x >= p.Width || y >= p.Height {
		if p.outside == "" {
			p.outside = fmt.Sprintf("tile %d,%d", x, y)
		}
		return &Tile{Seat: Nobody}
	}
	return &p.Tiles[y*p.Width+x]
}

// Table adds a table. One without rows is left out.
func (p *Picture) Table(t Table) {
	if len(t.Rows) > 0 {
		p.Tables = append(p.Tables, t)
	}
}

// A Tile is one tile of a board.
type Tile struct {
	Seat  int    `json:"seat"` // whose it is, or Nobody
	Tone  Tone   `json:"tone,omitempty"`
	Dot   bool   `json:"dot,omitempty"`   // a small mark that tells it from others of its seat
	Text  string `json:"text,omitempty"`  // at most two letters, where there is room
	Plain string `json:"plain,omitempty"` // all that stands there where there is no colour, two letters; empty for the mark of its seat
}

// A Seat is what is to be said of one.
type Seat struct {
	Mark  string   `json:"mark,omitempty"`  // in place of what it is called in every state, while a layer with Marks is on
	Note  string   `json:"note,omitempty"`  // a word or two beside its score
	Clock string   `json:"clock,omitempty"` // one figure that counts more, as the time left
	Runs  bool     `json:"runs,omitempty"`  // its clock does
	Out   bool     `json:"out,omitempty"`   // it plays no more
	About []string `json:"about,omitempty"` // of a seat that was picked, a line each
	Dots  []int    `json:"dots,omitempty"`  // seats whose tiles have a dot while this seat is picked, Nobody's where they are blank
	Rings []int    `json:"rings,omitempty"` // seats whose tiles have a ring
}

// A Table is a few lines beside the board. Cells after the first of a row are set to the right; the last of a short row takes the rest.
type Table struct {
	Title  string     `json:"title,omitempty"`
	Head   []string   `json:"head,omitempty"`
	Rows   [][]string `json:"rows"`
	Seats  []int      `json:"seats,omitempty"`  // by row: whose it is, or Nobody; its chip comes first. Empty where no row is anybody's
	Strong int        `json:"strong,omitempty"` // the row that counts most, from 1; 0 for none
}
