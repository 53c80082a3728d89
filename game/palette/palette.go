// Package palette defines the look of bots: 24 slots, each with a colour, a letter and a texture, the same on every page, in the terminal,
// in films and in pictures. A bot keeps its slot for a whole contest.
//
// Colour is never the only distinction: the letter, the texture or a name is always beside it. A test checks the distances between the
// colours, and their contrast with letters and backgrounds.
package palette

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// A Texture marks a bot's tiles for viewers who cannot rely on colour.
type Texture uint8

// The textures.
const (
	Plain Texture = iota
	Dot
	Hatch
)

// A Slot is one of the 24 looks.
type Slot struct {
	Letter  string
	Name    string
	Colour  color.RGBA
	Ink     color.RGBA // of a letter on the colour
	Xterm   uint8      // nearest colour of a terminal with 256
	Texture Texture
}

// Slots are all looks, by number.
var Slots = [24]Slot{
	{"A", "brick", color.RGBA{0xcb, 0x15, 0x00, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 160, Plain},
	{"B", "indigo", color.RGBA{0x54, 0x54, 0xe0, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 62, Dot},
	{"C", "teal", color.RGBA{0x1c, 0x9a, 0x7e, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 36, Hatch},
	{"D", "plum", color.RGBA{0xa8, 0x3f, 0x7e, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 126, Plain},
	{"E", "olive", color.RGBA{0x8c, 0x93, 0x54, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 101, Dot},
	{"F", "lilac", color.RGBA{0x8c, 0x77, 0xa8, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 97, Hatch},
	{"G", "sky", color.RGBA{0x3f, 0x8c, 0xfc, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 33, Plain},
	{"H", "orange", color.RGBA{0xe7, 0x69, 0x00, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 166, Dot},
	{"I", "mauve", color.RGBA{0x8c, 0x62, 0x70, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 95, Hatch},
	{"J", "mist", color.RGBA{0x77, 0x93, 0x93, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 66, Plain},
	{"K", "forest", color.RGBA{0x07, 0x77, 0x00, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 28, Dot},
	{"L", "moss", color.RGBA{0x69, 0x69, 0x46, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 58, Hatch},
	{"M", "steel", color.RGBA{0x23, 0x69, 0xa8, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 25, Plain},
	{"N", "orchid", color.RGBA{0xb6, 0x70, 0xcb, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 134, Dot},
	{"O", "grass", color.RGBA{0x5b, 0x9a, 0x00, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 70, Hatch},
	{"P", "fir", color.RGBA{0x4d, 0x70, 0x5b, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 65, Plain},
	{"Q", "sand", color.RGBA{0x9a, 0x7e, 0x69, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 137, Dot},
	{"R", "violet", color.RGBA{0xaf, 0x38, 0xb6, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 127, Hatch},
	{"S", "lavender", color.RGBA{0x8c, 0x8c, 0xa8, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 103, Plain},
	{"T", "rose", color.RGBA{0xc4, 0x31, 0x69, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 161, Dot},
	{"U", "azure", color.RGBA{0x46, 0x70, 0xf5, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 27, Hatch},
	{"V", "pink", color.RGBA{0xd9, 0x69, 0x8c, 0xff}, color.RGBA{0x10, 0x13, 0x17, 0xff}, 168, Plain},
	{"W", "slate", color.RGBA{0x62, 0x69, 0x8c, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 60, Dot},
	{"X", "red", color.RGBA{0xd2, 0x23, 0x46, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, 197, Hatch},
}

// Of returns the look of a slot number; looks repeat after 24.
func Of(slot int) Slot { return Slots[slot%len(Slots)] }

// Mark returns the letter of a slot number; repeated looks have a number after it: A, … X, A2, … X2, A3.
func Mark(slot int) string {
	if lap := slot / len(Slots); lap > 0 {
		return Of(slot).Letter + strconv.Itoa(lap+1)
	}
	return Of(slot).Letter
}

// Seat assigns each seat of a game a distinct slot: that of its bot. If a bot has several seats, the later ones get the next slots that no
// bot of the game has.
func Seat(slots []int) []int {
	seated, taken := slices.Clone(slots), make(map[int]bool, len(slots))
	var again []int // seats of bots that have one already
	for seat, s := range slots {
		if taken[s] {
			again = append(again, seat)
		}
		taken[s] = true
	}
	for _, seat := range again {
		for taken[seated[seat]] {
			seated[seat]++
		}
		taken[seated[seat]] = true
	}
	return seated
}

// Mix returns the colour at fraction t of the way from a to b.
func Mix(a, b color.RGBA, t float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// Hex returns the colour of a text of the form #rrggbb; black for any other.
func Hex(text string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil {
		n = 0
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}

// Background colours of the light theme, for pictures without a theme of their own.
var (
	Tile     = color.RGBA{0xfb, 0xfb, 0xf9, 0xff}
	TileLine = color.RGBA{0xec, 0xec, 0xe7, 0xff}
	Surface  = color.RGBA{0xff, 0xff, 0xff, 0xff}
	Ink      = color.RGBA{0x1b, 0x1d, 0x1f, 0xff}
	Muted    = color.RGBA{0x62, 0x66, 0x6b, 0xff}
	Wall     = color.RGBA{0x3a, 0x3d, 0x42, 0xff}
	WallSoft = color.RGBA{0xb9, 0xb7, 0xae, 0xff}
	Accent   = color.RGBA{0x2f, 0x4b, 0xc0, 0xff}
	Warn     = color.RGBA{0x8a, 0x5a, 0x00, 0xff}
	Bad      = color.RGBA{0xb3, 0x26, 0x1e, 0xff}
)
