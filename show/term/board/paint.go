package board

import (
	"strings"

	"agon/game/draw"
	"agon/game/palette"
	"agon/show/term/screen"
)

// A Painter draws tiles onto a sheet.
type Painter struct {
	Shade    *Shade
	Depth    screen.Depth
	Picked   int // slot, or None
	Patterns bool
	Side     int // columns of a tile in the form Wide; 0: 2
}

// Paint draws a window of tiles with its upper left corner at x, y.
func (p Painter) Paint(s *screen.Screen, x, y int, t *Tiles, w Window) {
	switch {
	case w.Form == Half:
		p.half(s, x, y, t, w)
	case p.Side > usualSide:
		p.large(s, x, y, t, w)
	case !p.Depth.Colour():
		p.bare(s, x, y, t, w)
	default:
		p.wide(s, x, y, t, w)
	}
}

func (p Painter) wide(s *screen.Screen, x, y int, t *Tiles, w Window) {
	for j := range w.Height {
		for i := range w.Width {
			c := *t.At(w.X+i, w.Y+j)
			text, style := p.tile(c)
			s.Text(x+2*i, y+j, screen.Pad(screen.Cut(text, 2), 2), style)
		}
	}
}

// tile returns the two columns of a tile and their style.
func (p Painter) tile(c Tile) (string, screen.Style) {
	back, _ := p.Shade.fill(c, p.Picked)
	style := screen.Style{Fore: p.Shade.write(c), Back: back, Bold: c.Head || c.Bold}
	if c.Head && c.Slot == p.Picked && c.Slot != None {
		style = screen.Style{Reverse: true, Bold: true}
	}
	text := c.Text
	if text == "" && p.Patterns && c.Slot != None && (c.Tone == draw.Pale || c.Tone == draw.Weak || c.Tone == draw.Strong) {
		text = textures[palette.Of(c.Slot).Texture]
		style.Fore = screen.Fill(c.Slot)
	}
	if c.Tone == draw.Dark {
		style.Fore, style.Back = p.Shade.thingInk, p.Shade.thing
		if c.Slot != None {
			style.Fore, style.Back = screen.Ink(c.Slot), screen.Fill(c.Slot)
		}
		style.Bold = true
	}
	return text, style
}

// textures distinguish owned tiles in addition to colour.
var textures = [...]string{palette.Plain: "", palette.Dot: "··", palette.Hatch: "//"}

// half draws two tiles in each character, one above the other.
func (p Painter) half(s *screen.Screen, x, y int, t *Tiles, w Window) {
	p.Side = 1
	p.seams(s, x, y, t, w)
}

// halves returns a character whose upper and lower half have a colour each, or none.
func halves(upper, lower screen.Colour, up, low bool) (char string, style screen.Style) {
	switch {
	case up && low && upper == lower:
		return "█", screen.Style{Fore: upper}
	case up && low && upper == (screen.Colour{}): // the terminal's own colour can only be a foreground
		return "▀", screen.Style{Back: lower}
	case up && low && lower == (screen.Colour{}):
		return "▄", screen.Style{Back: upper}
	case up && low:
		return "▀", screen.Style{Fore: upper, Back: lower}
	case up:
		return "▀", screen.Style{Fore: upper}
	case low:
		return "▄", screen.Style{Fore: lower}
	}
	return " ", screen.Style{}
}

// dab returns the colour of a tile in half a character, and whether it has one. The picked bot has the terminal's foreground colour.
func (p Painter) dab(c Tile) (screen.Colour, bool) {
	if c.Head && c.Slot == p.Picked && c.Slot != None {
		return screen.Colour{}, true
	}
	if c.Tone == draw.Dark {
		return p.Shade.thing, true
	}
	return p.Shade.fill(c, p.Picked)
}

// bare draws without colour: a small letter for an owned tile, a capital for a bot, a dot for a blank tile.
func (p Painter) bare(s *screen.Screen, x, y int, t *Tiles, w Window) {
	step := 1
	if w.Form == Wide {
		step = 2
	}
	for j := range w.Height {
		for i := range w.Width {
			c := *t.At(w.X+i, w.Y+j)
			mine := p.Picked != None && c.Slot == p.Picked
			style := screen.Style{Bold: c.Head || c.Bold || mine, Dim: p.Picked != None && !mine && !c.Head, Reverse: mine && c.Head}
			s.Text(x+step*i, y+j, screen.Pad(screen.CutPlain(c.bare(step), step), step), style)
		}
	}
}

// bare returns a tile without colour in one or two columns.
func (c Tile) bare(columns int) string {
	switch {
	case c.Bare != "":
		return firstColumns(c.Bare, columns)
	case c.Head && c.Text != "":
		return firstColumns(c.Text, columns)
	case c.Slot == None || c.Tone == draw.Blank:
		return "."
	case c.Tone == draw.Tint:
		return ","
	}
	return firstColumns(strings.ToLower(c.Mark), columns)
}

func firstColumns(text string, columns int) string {
	if columns == 1 {
		for _, r := range text {
			return string(r)
		}
	}
	return text
}
