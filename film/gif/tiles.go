package gif

import (
	"encoding/json"
	"image/color"

	"agon/game"
	"agon/palette"
)

const (
	tint   = 0.2  // of a bot's colour in tiles that it would own
	weak   = 0.28 // in tiles that count less
	pale   = 0.36 // in its tiles
	strong = 0.6  // in tiles that count more
)

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
