package draw

// A Layer is a part of a picture that people switch on and off: the sheets and shapes with its name.
type Layer struct {
	Name   string `json:"name"`  // in addresses
	Title  string `json:"title"` // for people
	Key    string `json:"key"`   // the letter that switches it
	About  string `json:"about"`
	Usual  bool   `json:"usual,omitempty"`  // on in pictures that nobody can switch
	Page   bool   `json:"page,omitempty"`   // on from the start on pages, where lines are fine
	Marks  bool   `json:"marks,omitempty"`  // seats have their Mark on chips, bots and tiles while it is on
	Secret bool   `json:"secret,omitempty"` // not offered where the first picture has no sheet of it
}

// A Sheet is tiles over those of the board that are shown while a layer is on, or while a seat is picked. What is zero in one of its
// tiles leaves what is under it: a tile without a tone that of the tile below, a tile without a text its text.
type Sheet struct {
	Layer string `json:"layer,omitempty"`
	Seat  int    `json:"seat"` // shown while it is picked; Nobody for a layer's sheet
	Tiles []Tile `json:"tiles"`

	picture *Picture
}

// Layer adds a blank sheet that is shown while a layer is on. It is good until the next sheet is added.
func (p *Picture) Layer(name string) *Sheet { return p.sheet(Sheet{Layer: name, Seat: Nobody}) }

// Picked adds a blank sheet that is shown while a seat is picked. It is good until the next sheet is added.
func (p *Picture) Picked(seat int) *Sheet { return p.sheet(Sheet{Seat: seat}) }

func (p *Picture) sheet(s Sheet) *Sheet {
	s.picture, s.Tiles = p, blank(p.Width*p.Height)
	p.Sheets = append(p.Sheets, s)
	return &p.Sheets[len(p.Sheets)-1]
}

// At is a tile of the sheet, as [Picture.At].
func (s *Sheet) At(x, y int) *Tile {
	if s.picture.At(x, y); x < 0 || y < 0 || x >= s.picture.Width || y >= s.picture.Height {
		return &Tile{Seat: Nobody}
	}
	return &s.Tiles[y*s.picture.Width+x]
}

// Shown is the picture with these layers on, by name, and this seat picked, or Nobody: one of tiles and shapes alone, as those need it who
// show it once. It shares with p what the two have in common.
func (p *Picture) Shown(on map[string]bool, pick int) *Picture {
	shown := *p
	shown.Sheets, shown.Shapes = nil, nil
	shown.Tiles = append([]Tile(nil), p.Tiles...)
	for i := range p.Sheets {
		if s := &p.Sheets[i]; s.Layer != "" && on[s.Layer] || s.Layer == "" && s.Seat == pick {
			s.over(shown.Tiles)
		}
	}
	for _, s := range p.Shapes {
		if s.Layer == "" || on[s.Layer] {
			shown.Shapes = append(shown.Shapes, s)
		}
	}
	return &shown
}

func (s *Sheet) over(tiles []Tile) {
	for i, t := range s.Tiles {
		if t.Tone != Blank {
			tiles[i].Seat, tiles[i].Tone = t.Seat, t.Tone
		}
		if t.Text != "" {
			tiles[i].Text = t.Text
		}
		if t.Plain != "" {
			tiles[i].Plain = t.Plain
		}
		tiles[i].Dot = tiles[i].Dot || t.Dot
	}
}

// Call gives all seats, their bots and their tiles the seats' Marks, as a layer with Marks does.
func (p *Picture) Call() {
	for i := range p.Tiles {
		if t := &p.Tiles[i]; t.Seat >= 0 && t.Seat < len(p.Seats) && t.Text == "" && t.Tone != Tint {
			t.Text = short(p.Seats[t.Seat].Mark)
		}
	}
	for i := range p.Shapes {
		if s := &p.Shapes[i]; s.Form == Bot && s.Seat >= 0 && s.Seat < len(p.Seats) && s.Text == "" {
			s.Text = short(p.Seats[s.Seat].Mark)
		}
	}
}

// short is the last two letters of a mark, which is all that fits on a tile.
func short(mark string) string {
	letters := []rune(mark)
	return string(letters[max(len(letters)-2, 0):])
}
