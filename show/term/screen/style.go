package screen

import (
	"image/color"

	"agon/game/palette"

	"github.com/charmbracelet/x/ansi"
)

// A Depth is the range of styles and colours that a terminal can show.
type Depth uint8

// The depths, from the poorest.
const (
	Plain Depth = iota // text alone: pipes and TERM=dumb
	Mono               // bold, dim and reverse, no colours: NO_COLOR and terminals with fewer than 256
	Xterm              // the 256 colours of xterm
	True               // 16 million colours
)

// Colour reports whether the depth has colours.
func (d Depth) Colour() bool { return d >= Xterm }

// A Colour is a colour at both depths that have colours. The zero Colour is the terminal's own.
type Colour struct {
	RGB   color.RGBA
	Xterm uint8
	set   bool
}

// Exact returns a colour with the xterm number that was chosen for it.
func Exact(rgb color.RGBA, xterm uint8) Colour { return Colour{rgb, xterm, true} }

// Fill returns the colour of a slot of the palette.
func Fill(slot int) Colour {
	s := palette.Of(slot)
	return Exact(s.Colour, s.Xterm)
}

// The xterm numbers of the two inks of the palette.
const (
	whiteInk = 231
	blackInk = 233
)

// Ink returns the colour of letters on the fill of a slot.
func Ink(slot int) Colour {
	ink := palette.Of(slot).Ink
	if ink.R > 0x80 {
		return Exact(ink, whiteInk)
	}
	return Exact(ink, blackInk)
}

// Chip returns the style of a bot's mark in a list: its letter on its colour, bold.
func Chip(slot int) Style { return Style{Fore: Ink(slot), Back: Fill(slot), Bold: true} }

// A Style is the appearance of a character. The zero Style is the terminal's own.
type Style struct {
	Fore, Back Colour
	Bold       bool
	Dim        bool
	Reverse    bool
	Struck     bool
}

// sequence returns the escape sequence that switches from the terminal's own style to this one. It is empty if the depth can show none of
// it.
func (s Style) sequence(d Depth) string {
	if d == Plain {
		return ""
	}
	var a ansi.Style
	if s.Bold {
		a = a.Bold()
	}
	if s.Dim {
		a = a.Faint()
	}
	if s.Reverse {
		a = a.Reverse(true)
	}
	if s.Struck {
		a = a.Strikethrough(true)
	}
	if c := s.Fore.at(d); c != nil {
		a = a.ForegroundColor(c)
	}
	if c := s.Back.at(d); c != nil {
		a = a.BackgroundColor(c)
	}
	if len(a) == 0 {
		return ""
	}
	return a.String()
}

func (c Colour) at(d Depth) ansi.Color {
	switch {
	case !c.set || !d.Colour():
		return nil
	case d == Xterm:
		return ansi.IndexedColor(c.Xterm)
	}
	return c.RGB
}
