package board

import (
	"image/color"

	"agon/palette"
	"agon/term/screen"
)

// A Shade has the colours of tiles for one ground, light or dark. Make it once, not per frame.
type Shade struct {
	tint, pale, faint, strong [24]screen.Colour
	ground, soft, flame       screen.Colour
	thing, thingInk, line     screen.Colour
}

// tile is an empty tile of the dark theme; that of the light one is palette.Tile.
var tile = color.RGBA{0x1c, 0x21, 0x28, 0xff}

// How much of a bot's colour is in a tile, light and dark. A faint tile is so much of a pale one.
const (
	tintLight, tintDark     = 0.20, 0.26
	paleLight, paleDark     = 0.36, 0.46
	strongLight, strongDark = 0.60, 0.72
	faintOfPale             = 0.35
)

// NewShade mixes the colours.
func NewShade(dark bool) *Shade {
	base, tint, pale, strong := palette.Tile, tintLight, paleLight, strongLight
	s := &Shade{
		ground: screen.Near(palette.Wall), soft: screen.Near(palette.WallSoft), line: screen.Near(palette.Muted),
		flame: screen.Near(palette.Mix(palette.Tile, color.RGBA{0xe7, 0x69, 0x00, 0xff}, 0.7)),
		thing: screen.Near(palette.Ink), thingInk: screen.Near(palette.Surface),
	}
	if dark {
		base, tint, pale, strong = tile, tintDark, paleDark, strongDark
		s.ground, s.soft = screen.Near(color.RGBA{0x46, 0x50, 0x5c, 0xff}), screen.Near(color.RGBA{0x74, 0x6c, 0x5c, 0xff})
		s.flame = screen.Near(palette.Mix(tile, color.RGBA{0xe7, 0x69, 0x00, 0xff}, 0.7))
		s.thing, s.thingInk = screen.Near(color.RGBA{0xec, 0xee, 0xf0, 0xff}), screen.Near(tile)
	}
	s.tint = apart(base, tint)
	s.pale = apart(base, pale)
	s.strong = apart(base, strong)
	s.faint = apart(base, pale*faintOfPale)
	return s
}

// apart mixes all slots with a ground. Their xterm numbers differ from each other, as far as 240 colours allow.
func apart(base color.RGBA, part float64) (all [24]screen.Colour) {
	taken := make(map[uint8]bool)
	for i, slot := range palette.Slots {
		rgb := palette.Mix(base, slot.Colour, part)
		number := screen.NearestXterm(rgb, taken)
		taken[number] = true
		all[i] = screen.Exact(rgb, number)
	}
	return all
}

// fill is the colour of a tile; false for the terminal's own.
func (s *Shade) fill(t Tile, picked int) (screen.Colour, bool) {
	switch t.Tone {
	case Ground:
		return s.ground, true
	case Soft:
		return s.soft, true
	case Flame:
		return s.flame, true
	}
	if t.Slot == None {
		return screen.Colour{}, false
	}
	slot := t.Slot % len(palette.Slots)
	switch {
	case t.Tone == Full:
		return screen.Fill(slot), true
	case t.Tone == Pale && t.Slot == picked:
		return s.strong[slot], true
	case t.Tone == Tint:
		return s.tint[slot], true
	case (t.Tone == Pale || t.Tone == Strong) && picked != None && t.Slot != picked:
		return s.faint[slot], true
	case t.Tone == Pale:
		return s.pale[slot], true
	case t.Tone == Strong:
		return s.strong[slot], true
	}
	return screen.Colour{}, false
}

// write is the colour of letters on a tile.
func (s *Shade) write(t Tile) screen.Colour {
	if t.Tone == Full && t.Slot != None {
		return screen.Ink(t.Slot)
	}
	return screen.Colour{}
}
