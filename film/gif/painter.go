package gif

import (
	"bytes"
	"encoding/json"
	"image/color"
	"io/fs"

	"agon/film"
	"agon/game"
	"agon/palette"
)

// A Painter draws the board of a frame.
type Painter interface {
	// Size is the board's size in tiles, the same for every frame of a game.
	Size(f *game.Frame) (width, height int)
	// Paint draws a shot on an empty board.
	Paint(c *Canvas, v View)
}

// A Noter is a Painter with a few lines under the list of seats: what each step is worth, what a clock shows.
type Noter interface {
	Notes(v View) []Note
}

// A Note is a small table. Cells after the first of a row are set to the right.
type Note struct {
	Title  string
	Rows   [][]string
	Strong int // the row that counts most, from 1; 0 for none
}

// A Mixer is a Painter that needs colours which are no bot's, nor a grey.
type Mixer interface {
	Colours() []color.RGBA
}

// A View is a shot and what came before it.
type View struct {
	Shot    film.Shot
	Seats   []film.Seat
	Earlier func(turns int) (film.Shot, bool) // the shot so many turns before this one; false where there is none
}

// Frame is the frame of the shot.
func (v View) Frame() *game.Frame { return v.Shot.Frame }

func viewOf(f *film.Film, i int) View {
	return View{Shot: f.Shot(i), Seats: f.Info.Seats, Earlier: func(turns int) (film.Shot, bool) {
		if turns < 0 || turns > i {
			return film.Shot{}, false
		}
		return f.Shot(i - turns), true
	}}
}

// Facts are what a kind says about its frames in its view.js, as
//
//	export const board = { "grid": "grid", "up": true, "owner": "ids" };
//
// on one line, in JSON. All may be left out.
type Facts struct {
	Grid     string                     `json:"grid"`     // the field that is the board; "grid"
	Up       bool                       `json:"up"`       // row 0 is the lowest
	Owner    string                     `json:"owner"`    // the list with each seat's value in the grid; left out: the seat's number plus 1
	Strength float64                    `json:"strength"` // how much of a bot's colour its tiles have; 0.36
	Tones    map[string]json.RawMessage `json:"tones"`    // special values: "wall", "soft", "none", or [seat, strength]
	Ghost    string                     `json:"ghost"`    // a list that is not 0 for seats that are out and not drawn
	Marks    []string                   `json:"marks"`    // what the rules call the seats, in place of the letters of their looks
}

const (
	tint   = 0.2  // of a bot's colour in tiles that it would own
	weak   = 0.28 // in tiles that count less
	pale   = 0.36 // in its tiles
	strong = 0.6  // in tiles that count more
)

// painters are those of kinds for which facts are not enough, by name.
var painters = map[string]Painter{"bomberman": bomberman{}, "fence": fence{}, "rps": hands{}, "tron": tron{}}

// Board is the painter of a kind: its own, or one by its facts where its frames have a grid, by its scores elsewhere.
func Board(kind *game.Kind) Painter {
	if p, ok := painters[kind.Name]; ok {
		return p
	}
	return tiles{readFacts(kind.Files)}
}

// Marks is what stands on the chips of the seats: what the kind's facts call them, or the letters of their looks.
func Marks(info *film.Info) []string {
	facts, slots := readFacts(info.Kind.Files), make([]int, len(info.Seats))
	for i, seat := range info.Seats {
		slots[i] = seat.Slot
	}
	marks := make([]string, len(slots))
	for seat, slot := range palette.Seat(slots) {
		marks[seat] = palette.Mark(slot)
		if seat < len(facts.Marks) {
			marks[seat] = facts.Marks[seat]
		}
	}
	return marks
}

func readFacts(files fs.FS) Facts {
	facts := Facts{Grid: "grid", Strength: pale}
	if files == nil {
		return facts
	}
	text, err := fs.ReadFile(files, "view.js")
	if err != nil {
		return facts
	}
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte("export const board = "))
		if !ok {
			continue
		}
		json.Unmarshal(bytes.TrimRight(rest, "; \r\n"), &facts) // what is no JSON says nothing; the page's test holds the form
	}
	return facts
}

// tiles draws a grid and who stands on it.
type tiles struct{ facts Facts }

func (p tiles) Size(f *game.Frame) (int, int) {
	w := f.Width(p.facts.Grid)
	if w == 0 {
		return 0, 0
	}
	return w, len(f.List(p.facts.Grid)) / w
}

func (p tiles) Paint(c *Canvas, v View) {
	f := v.Frame()
	width, height := p.Size(f)
	tones := p.tones(c, f)
	for i, value := range f.List(p.facts.Grid) {
		if tone, ok := tones[value]; ok {
			c.Fill(i%width, p.row(i/width, height), tone)
		}
	}
	p.bots(c, f, height)
}

func (p tiles) row(y, height int) int {
	if p.facts.Up {
		return height - 1 - y
	}
	return y
}

// tones is the colour of every value that is not an empty tile.
func (p tiles) tones(c *Canvas, f *game.Frame) map[int]color.RGBA {
	tones := make(map[int]color.RGBA)
	owners := f.List(p.facts.Owner)
	for seat := range c.Seats() {
		value := seat + 1
		if seat < len(owners) {
			value = owners[seat]
		}
		tones[value] = palette.Mix(palette.Tile, c.Look(seat).Colour, p.facts.Strength)
	}
	for text, raw := range p.facts.Tones {
		var value int
		if json.Unmarshal([]byte(text), &value) != nil {
			continue
		}
		if tone, ok := special(c, raw); ok {
			tones[value] = tone
			continue
		}
		delete(tones, value)
	}
	return tones
}

// special is a tone in the words of Facts.
func special(c *Canvas, raw json.RawMessage) (color.RGBA, bool) {
	var word string
	if json.Unmarshal(raw, &word) == nil {
		tone, ok := map[string]color.RGBA{"wall": palette.Wall, "soft": palette.WallSoft}[word]
		return tone, ok
	}
	var pair [2]float64
	if json.Unmarshal(raw, &pair) != nil || int(pair[0]) >= c.Seats() || pair[0] < 0 {
		return color.RGBA{}, false
	}
	return palette.Mix(palette.Tile, c.Look(int(pair[0])).Colour, pair[1]), true
}

// bots draws who stands where; those on one tile side by side.
func (p tiles) bots(c *Canvas, f *game.Frame, height int) {
	xs, ys, out := f.List("x"), f.List("y"), f.List(p.facts.Ghost)
	type tile struct{ x, y int }
	together, drawn := make(map[tile]int), make(map[tile]int)
	here := func(seat int) bool {
		return seat < len(ys) && seat < c.Seats() && xs[seat] >= 0 && (seat >= len(out) || out[seat] == 0)
	}
	for seat := range xs {
		if here(seat) {
			together[tile{xs[seat], ys[seat]}]++
		}
	}
	for seat := range xs {
		if !here(seat) {
			continue
		}
		at := tile{xs[seat], ys[seat]}
		n, nth := together[at], drawn[at]
		drawn[at]++
		radius, aside := 0.46, 0.0
		if n > 1 {
			radius, aside = 0.3, (float64(nth)-float64(n-1)/2)*min(0.5, 1/float64(n))
		}
		c.Disc(float64(at.x)+0.5+aside, float64(p.row(at.y, height))+0.5, radius, seat)
	}
}
