package draw

import (
	"fmt"
	"slices"
)

// Nobody is the seat of unowned things.
const Nobody = -1

// A Picture is one state of a game. Absent numbers are 0.
type Picture struct {
	Width  int    `json:"width,omitempty"` // of the board in tiles; 0 without a board
	Height int    `json:"height,omitempty"`
	Tiles  []Tile `json:"tiles,omitempty"` // row after row from the top
	// Been has, by tile, which of the first 32 seats have been there, as bits from the lowest: blank tiles are tinted for a picked seat
	Been   []uint32 `json:"been,omitempty"`
	Race   *Race    `json:"race,omitempty"`   // drawn over the tiles
	Shapes []Shape  `json:"shapes,omitempty"` // drawn over the tiles, later ones on top
	Duel   *Duel    `json:"duel,omitempty"`   // instead of a board
	Seats  []Seat   `json:"seats,omitempty"`  // by seat
	Status string   `json:"status,omitempty"` // a phrase about the whole state
	Clock  string   `json:"clock,omitempty"`  // the meaning of the seats' Clock, such as "time left"
	Tables []Table  `json:"tables,omitempty"` // beside the board

	outside string // the first invalid tile that was requested
}

// New returns an empty picture for a number of seats.
func New(seats int) *Picture { return &Picture{Seats: make([]Seat, seats)} }

// Reset empties the picture, keeping its seats and buffers.
func (p *Picture) Reset() {
	clear(p.Seats)
	*p = Picture{Tiles: p.Tiles[:0], Been: p.Been[:0], Shapes: p.Shapes[:0], Seats: p.Seats}
}

// Board adds a board of blank tiles.
func (p *Picture) Board(width, height int) {
	p.Width, p.Height, p.Tiles = width, height, slices.Grow(p.Tiles[:0], width*height)[:width*height]
	clear(p.Tiles)
	for i := range p.Tiles {
		p.Tiles[i].Seat = Nobody
	}
}

// At returns a tile. For one off the board it returns an invisible one, which [Picture.Check] reports.
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
	Seat  int    `json:"seat"` // the owner, or Nobody
	Tone  Tone   `json:"tone,omitempty"`
	Dot   bool   `json:"dot,omitempty"`   // a small mark that distinguishes it from others of its seat
	Text  string `json:"text,omitempty"`  // at most two letters, shown if there is room
	Plain string `json:"plain,omitempty"` // its two letters in displays without colour; empty for the mark of its seat
}

// A Seat is what a picture says of a seat.
type Seat struct {
	Mark  string   `json:"mark,omitempty"`  // instead of its usual mark, while a layer with Marks is on
	Note  string   `json:"note,omitempty"`  // a word or two beside its score
	Clock string   `json:"clock,omitempty"` // one emphasised figure, such as the time left
	Runs  bool     `json:"runs,omitempty"`  // its clock is running
	Out   bool     `json:"out,omitempty"`   // it is out of the game
	About []string `json:"about,omitempty"` // lines about the seat, if it is picked
	Dots  []int    `json:"dots,omitempty"`  // seats whose tiles have a dot while this seat is picked, Nobody for blank tiles
	Rings []int    `json:"rings,omitempty"` // seats whose tiles have a ring while this seat is picked
}

// A Table is a few lines beside the board. Cells after the first of a row are right-aligned; the last cell of a short row spans the rest.
type Table struct {
	Title  string     `json:"title,omitempty"`
	Head   []string   `json:"head,omitempty"`
	Rows   [][]string `json:"rows"`
	Seats  []int      `json:"seats,omitempty"`  // by row: its owner, or Nobody; the owner's chip comes first. Empty if no row has one
	Strong int        `json:"strong,omitempty"` // the emphasised row, from 1; 0 for none
}
