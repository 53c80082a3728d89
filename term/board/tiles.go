package board

// A Tone is how strongly a tile shows whose it is.
type Tone uint8

// The tones. Those below Ground need a slot, the others have none.
const (
	Blank  Tone = iota
	Tint        // not owned, only nearest to somebody
	Pale        // owned
	Strong      // owned in a way that counts more: walked, not filled
	Full        // a trail, or whoever stands there
	Ground      // a wall that stays
	Soft        // a wall that breaks
	Flame       // a blast
	Thing       // something that lies or ticks
)

// A Tile is one tile as a board wants it to look.
type Tile struct {
	Slot int // whose it is, None for nobody's
	Tone Tone
	Text string // at most two columns, where the form has room
	Bare string // what it is without colour, two columns; empty for a letter made of Mark
	Mark string // the letter of its owner, for tiles without Text and without colour
	Head bool   // somebody stands here
	Bold bool
}

// Tiles are all tiles of a board, row after row from the top left as they are seen.
type Tiles struct {
	Width, Height int
	Cells         []Tile
}

// NewTiles makes blank tiles.
func NewTiles(width, height int) *Tiles {
	t := &Tiles{Width: width, Height: height, Cells: make([]Tile, width*height)}
	for i := range t.Cells {
		t.Cells[i].Slot = None
	}
	return t
}

// At is a tile; a scrap tile that nobody sees where there is none.
func (t *Tiles) At(x, y int) *Tile {
	if x < 0 || y < 0 || x >= t.Width || y >= t.Height {
		return &Tile{Slot: None}
	}
	return &t.Cells[y*t.Width+x]
}

// Draw asks a board for the tiles of a view.
func Draw(b Board, v View) *Tiles {
	width, height := b.Size(v.Frame())
	t := NewTiles(width, height)
	if width > 0 && height > 0 {
		b.Draw(t, v)
	}
	return t
}

// head is where somebody stands; false where nobody with that slot does.
func (t *Tiles) head(slot int) (x, y int, ok bool) {
	for i, c := range t.Cells {
		if c.Head && c.Slot == slot {
			return i % t.Width, i / t.Width, true
		}
	}
	return 0, 0, false
}
