package gif

import (
	"image/color"
	colours "image/color/palette"
	"slices"

	"agon/game/draw"
	"agon/game/palette"
)

// transparent is the index of an unchanged point.
const transparent = 0

// greys is the number of steps between paper and ink, for letters and thin lines.
const greys = 8

// table holds the colours of a picture: transparent, eight greys, the signals, those of unowned things, and for each look its full colour,
// its tones on a tile and those between it and its ink.
type table struct {
	colours color.Palette
	known   map[color.RGBA]uint8
}

// newTable returns the table for a picture that begins with deal. One in which another program chooses the colours has a few of all.
func newTable(looks []palette.Slot, deal *draw.Picture) *table {
	t := &table{colours: color.Palette{color.RGBA{}}, known: make(map[color.RGBA]uint8)}
	if slices.ContainsFunc(deal.Shapes, func(s draw.Shape) bool { return s.Colour != "" }) {
		t.colours = append(t.colours, colours.WebSafe...)
	}
	for i := range greys {
		t.addColour(palette.Mix(palette.Surface, palette.Ink, float64(i)/(greys-1)))
	}
	for _, c := range []color.RGBA{palette.Tile, palette.TileLine, palette.Wall, palette.WallSoft, palette.Muted, palette.Warn,
		palette.Bad} {
		t.addColour(c)
	}
	for tone := draw.Blank; tone <= draw.Bad; tone++ {
		if c, ok := nobodys[tone]; ok {
			t.addColour(c)
		}
	}
	for _, c := range []color.RGBA{heart, joint, well, palette.Mix(fire, heart, 0.5)} {
		t.addColour(c)
	}
	for _, look := range looks[:min(len(looks), len(palette.Slots))] {
		t.addColour(look.Colour)
		for _, part := range []float64{parts[draw.Tint], parts[draw.Weak], parts[draw.Pale], parts[draw.Strong]} {
			t.addColour(palette.Mix(palette.Tile, look.Colour, part))
		}
		t.addColour(palette.Mix(look.Colour, look.Ink, 0.5))
		t.addColour(palette.Mix(look.Colour, palette.Ink, 0.6))
	}
	return t
}

func (t *table) addColour(c color.RGBA) {
	if _, ok := t.known[c]; ok || len(t.colours) == 256 {
		return
	}
	t.known[c] = uint8(len(t.colours))
	t.colours = append(t.colours, c)
}

// index returns the nearest colour of the table, never the transparent one.
func (t *table) index(c color.RGBA) uint8 {
	if i, ok := t.known[c]; ok {
		return i
	}
	i := uint8(t.colours[1:].Index(c) + 1)
	t.known[c] = i
	return i
}
