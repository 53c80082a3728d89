package draw

// A Layer is a part of a picture that viewers switch on and off: the shapes with its name, and what a [Race] and a [Timer] show while it is
// on.
type Layer struct {
	Name   string `json:"name"`  // in addresses
	Title  string `json:"title"` // for people
	Key    string `json:"key"`   // the letter that switches it
	About  string `json:"about"`
	Usual  bool   `json:"usual,omitempty"`  // on in pictures without switches
	Page   bool   `json:"page,omitempty"`   // initially on in pages, which draw finer lines
	Marks  bool   `json:"marks,omitempty"`  // seats have their Mark on chips, bots and tiles while it is on
	Secret bool   `json:"secret,omitempty"` // not offered if the first picture has no shape of it
}

// Call shows the Marks of all seats on bots and tiles, as a layer with Marks does.
func (p *Picture) Call() {
	for i := range p.Tiles {
		if t := &p.Tiles[i]; t.Seat >= 0 && t.Seat < len(p.Seats) && t.Text == "" && t.Tone != Tint && t.Tone != Blank {
			t.Text = short(p.Seats[t.Seat].Mark)
		}
	}
	for i := range p.Shapes {
		if s := &p.Shapes[i]; s.Form == Bot && s.Seat >= 0 && s.Seat < len(p.Seats) && s.Text == "" {
			s.Text = short(p.Seats[s.Seat].Mark)
		}
	}
}

// short returns the last two letters of a mark, which fit on a tile.
func short(mark string) string {
	letters := []rune(mark)
	return string(letters[max(len(letters)-2, 0):])
}
