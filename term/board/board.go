package board

import (
	"agon/film"
	"agon/game"
	"agon/palette"
	"agon/term/screen"
)

// A Board turns frames of one kind into tiles. Boards are values without state; missing fields of a frame are drawn as nothing.
type Board interface {
	// Size is how many tiles a frame has; 0 by 0 where it has no board.
	Size(f *game.Frame) (width, height int)
	// Draw says what stands on the tiles. All are blank when it is called.
	Draw(t *Tiles, v View)
}

// A Teller is a Board with words beside the tiles. Each may be empty.
type Teller interface {
	// Mark is what the rules call a seat, in place of its letter; at most three columns.
	Mark(v View, seat int) string
	// Note is a word or two beside a seat's score.
	Note(v View, seat int) string
	// Status is one phrase about the whole board.
	Status(v View) string
	// About is what there is to know of a seat that was picked, a line each.
	About(v View, seat int) []string
	// Aside is a small table beside the board, a line each.
	Aside(v View) []string
	// Out tells that a seat plays no more.
	Out(v View, seat int) bool
}

// A Switcher is a Board with keys of its own, which switch something on and off.
type Switcher interface {
	Switches() []Switch
}

// A Switch is a key with what it switches.
type Switch struct {
	Key  string
	Does string
}

// A Stage is a Board that draws itself instead of tiles.
type Stage interface {
	Paint(s *screen.Screen, v View)
}

// None is the pick of nobody and the slot of tiles that nobody owns.
const None = -1

// A View is what is drawn: a shot, and how the person in front of it wants it.
type View struct {
	Shot  film.Shot
	Seats []film.Seat
	Pick  int             // seat, or None
	On    map[string]bool // the board's own switches, by key
	Depth screen.Depth

	// Earlier is the shot so many turns before this one; false when there is none.
	Earlier func(turns int) (film.Shot, bool)
}

// Frame is the frame of the shot.
func (v View) Frame() *game.Frame { return v.Shot.Frame }

// Slot is the look of a seat.
func (v View) Slot(seat int) int {
	if seat < 0 || seat >= len(v.Seats) {
		return None
	}
	return v.Seats[seat].Slot
}

// Letter is the letter of a seat, "?" for a seat that is none.
func (v View) Letter(seat int) string {
	if slot := v.Slot(seat); slot != None {
		return palette.Mark(slot)
	}
	return "?"
}

// Of is the board of a kind, by its name.
func Of(kind string) Board {
	switch kind {
	case "colour-battle":
		return ColourBattle{}
	case "tron":
		return Tron{}
	case "fence":
		return Fence{}
	case "rps":
		return Hands{}
	case "bomberman":
		return Bomberman{}
	}
	return Grid{}
}

// Mark is how a seat is called on a board and in the list.
func Mark(b Board, v View, seat int) string {
	if t, ok := b.(Teller); ok {
		if mark := t.Mark(v, seat); mark != "" {
			return mark
		}
	}
	return v.Letter(seat)
}

// at is one value of a list, 0 beyond its end.
func at(list []int, i int) int {
	if i < 0 || i >= len(list) {
		return 0
	}
	return list[i]
}

// silent is the part of a Teller for boards that have less to say.
type silent struct{}

func (silent) Mark(View, int) string    { return "" }
func (silent) Note(View, int) string    { return "" }
func (silent) Status(View) string       { return "" }
func (silent) About(View, int) []string { return nil }
func (silent) Aside(View) []string      { return nil }
func (silent) Out(View, int) bool       { return false }

// neighbours are the four steps from a tile, in the order of the words UP, DOWN, LEFT, RIGHT.
var neighbours = [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}
