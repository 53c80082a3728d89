package gif

import (
	"image/color"

	"agon/film"
	"agon/game"
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

// painters are those of kinds for which facts are not enough, by name.
var painters = map[string]Painter{"bomberman": bombs{}, "fence": cells{}, "rps": hands{}, "tron": trails{}}

// Board is the painter of a kind: its own, or one by its facts where its frames have a grid, by its scores elsewhere.
func Board(kind *game.Kind) Painter {
	if p, ok := painters[kind.Name]; ok {
		return p
	}
	return tiles{readFacts(kind.Files)}
}
