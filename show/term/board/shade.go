package board

import (
	"image/color"

	"agon/game/draw"
	"agon/game/palette"
	"agon/show/term/screen"
)

// A Shade has the colours of tiles for a light or a dark background. It is expensive: make it once, not per frame.
type Shade struct {
	tint, pale, faint, strong []screen.Colour // by slot
	ground, soft, flame       screen.Colour
	thing, thingInk           screen.Colour
	finder                    *screen.Finder
}

// A theme has the base colours and proportions that tile colours are mixed from.
type theme struct {
	tile, wall, soft, ink color.RGBA
	tint, pale, strong    float64 // share of the bot's colour in a tile
}

var (
	light = theme{palette.Tile, palette.Wall, palette.WallSoft, palette.Ink, 0.20, 0.36, 0.60}
	night = theme{color.RGBA{0x1c, 0x21, 0x28, 0xff}, color.RGBA{0x46, 0x50, 0x5c, 0xff}, color.RGBA{0x74, 0x6c, 0x5c, 0xff},
		color.RGBA{0xec, 0xee, 0xf0, 0xff}, 0.26, 0.46, 0.72}
	fire = color.RGBA{0xe7, 0x69, 0x00, 0xff}
)

const (
	faintOfPale = 0.35 // of a pale tile, while another bot is picked
	fireOfFlame = 0.70
)

// NewShade mixes the colours for a dark or a light background.
func NewShade(dark bool) *Shade {
	th, find := light, screen.NewFinder()
	if dark {
		th = night
	}
	mixed := func(part float64) []screen.Colour {
		all := make([]color.RGBA, len(palette.Slots))
		for i, slot := range palette.Slots {
			all[i] = palette.Mix(th.tile, slot.Colour, part)
		}
		return find.Apart(all)
	}
	return &Shade{
		tint: mixed(th.tint), pale: mixed(th.pale), faint: mixed(th.pale * faintOfPale), strong: mixed(th.strong),
		ground: find.Near(th.wall), soft: find.Near(th.soft), flame: find.Near(palette.Mix(th.tile, fire, fireOfFlame)),
		thing: find.Near(th.ink), thingInk: find.Near(th.tile), finder: find,
	}
}

// fill returns the background colour of a tile, or false if it is the terminal's own.
func (s *Shade) fill(t Tile, picked int) (screen.Colour, bool) {
	if t.Paint.A > 0 {
		return s.finder.Near(t.Paint), true
	}
	switch t.Tone {
	case draw.Ground:
		return s.ground, true
	case draw.Soft:
		return s.soft, true
	case draw.Flame, draw.Ember:
		return s.flame, true
	}
	if t.Slot == None {
		return screen.Colour{}, false
	}
	return s.own(t, picked)
}

// own returns the background colour of a bot's tile.
func (s *Shade) own(t Tile, picked int) (screen.Colour, bool) {
	slot, pale := t.Slot%len(palette.Slots), t.Tone == draw.Pale || t.Tone == draw.Weak
	switch {
	case t.Tone == draw.Full:
		return screen.Fill(slot), true
	case pale && t.Slot == picked:
		return s.strong[slot], true
	case t.Tone == draw.Tint:
		return s.tint[slot], true
	case (pale || t.Tone == draw.Strong) && picked != None && t.Slot != picked:
		return s.faint[slot], true
	case pale:
		return s.pale[slot], true
	case t.Tone == draw.Strong:
		return s.strong[slot], true
	}
	return screen.Colour{}, false
}

// write returns the colour of letters on a tile.
func (s *Shade) write(t Tile) screen.Colour {
	if t.Tone == draw.Full && t.Slot != None {
		return screen.Ink(t.Slot)
	}
	return screen.Colour{}
}
