package film

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math"
	"strconv"

	"agon/draw"
	"agon/game"
)

// Facts describe the look of a kind without a drawing of its own. It may state them in its view.js, as
//
//	export const board = { "grid": "grid", "up": true, "owner": "ids" };
//
// on one line, in JSON. All are optional.
type Facts struct {
	Grid     string                     `json:"grid"`     // the field with the board; default "grid"
	Up       bool                       `json:"up"`       // row 0 is the lowest
	Owner    string                     `json:"owner"`    // the list with each seat's value in the grid; default: the seat's number plus 1
	Strength float64                    `json:"strength"` // how much of a bot's colour its tiles have; default 0.36
	Tones    map[string]json.RawMessage `json:"tones"`    // special values: "wall", "soft", "none", or [seat, strength]
	Ghost    string                     `json:"ghost"`    // a list that is not 0 for seats that are out and not drawn
	Marks    []string                   `json:"marks"`    // the rules' names of the seats, instead of the letters of their looks
}

func readFacts(files fs.FS) Facts {
	facts := Facts{Grid: "grid", Strength: strengths[draw.Pale]}
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
		json.Unmarshal(bytes.TrimRight(rest, "; \r\n"), &facts) // invalid JSON is ignored; the page's test checks it
	}
	return facts
}

// draw draws a grid and the bots on it.
func (facts Facts) draw(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	width, height := f.Size(facts.Grid)
	p.Board(width, height)
	if width == 0 {
		return
	}
	row := func(y int) int {
		if facts.Up {
			return height - 1 - y
		}
		return y
	}
	tiles := facts.tiles(f, s.Seats)
	for i, value := range f.List(facts.Grid) {
		tile, known := tiles[value]
		if !known {
			tile = draw.Tile{Seat: draw.Nobody, Tone: draw.Grey, Text: digits(value)}
		}
		*p.At(i%width, row(i/width)) = tile
	}
	xs, ys, out := f.List("x"), f.List("y"), f.List(facts.Ghost)
	var here []int
	for seat := range min(s.Seats, len(xs), len(ys)) {
		gone := seat < len(out) && out[seat] != 0
		if p.Seats[seat].Out = gone; !gone && xs[seat] >= 0 && ys[seat] >= 0 {
			here = append(here, seat)
		}
	}
	p.Bots(0.46, here, func(seat int) (x, y int) { return xs[seat], row(ys[seat]) }, nil)
}

// tiles returns the tile of every known value.
func (facts Facts) tiles(f *game.Frame, seats int) map[int]draw.Tile {
	tiles := map[int]draw.Tile{0: {Seat: draw.Nobody}}
	owners := f.List(facts.Owner)
	for seat := range seats {
		value := seat + 1
		if seat < len(owners) {
			value = owners[seat]
		}
		tiles[value] = draw.Tile{Seat: seat, Tone: tone(facts.Strength)}
	}
	for text, raw := range facts.Tones {
		value, err := strconv.Atoi(text)
		if err != nil {
			continue
		}
		tiles[value] = special(raw, seats)
	}
	return tiles
}

// special returns the tile for a special value of Facts; blank for unknown ones.
func special(raw json.RawMessage, seats int) draw.Tile {
	var word string
	if json.Unmarshal(raw, &word) == nil {
		return draw.Tile{Seat: draw.Nobody, Tone: map[string]draw.Tone{"wall": draw.Ground, "soft": draw.Soft}[word]}
	}
	var pair [2]float64
	if json.Unmarshal(raw, &pair) != nil || pair[0] < 0 || int(pair[0]) >= seats {
		return draw.Tile{Seat: draw.Nobody}
	}
	return draw.Tile{Seat: int(pair[0]), Tone: tone(pair[1])}
}

// strengths are the parts of a seat's colour in the tones on a light background.
var strengths = [...]float64{draw.Tint: 0.2, draw.Weak: 0.28, draw.Pale: 0.36, draw.Strong: 0.6, draw.Full: 1}

// tone returns the tone with the nearest strength.
func tone(strength float64) draw.Tone {
	nearest := draw.Tint
	for tone := draw.Tint; tone <= draw.Full; tone++ {
		if math.Abs(strengths[tone]-strength) < math.Abs(strengths[nearest]-strength) {
			nearest = tone
		}
	}
	return nearest
}

// digits returns a value in at most two characters, its last digits if it is longer.
func digits(n int) string {
	if n < 0 || n > 99 {
		n = max(n, -n) % 100
		return string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
	}
	return strconv.Itoa(n)
}
