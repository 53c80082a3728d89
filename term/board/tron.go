package board

import (
	"fmt"
	"strconv"
	"strings"

	"agon/film/race"
	"agon/game"
)

// Tron draws "tron": trails in full colour, heads with the seat's number.
type Tron struct{ silent }

// Size is the size of the grid.
func (Tron) Size(f *game.Frame) (width, height int) { return gridSize(f, "grid") }

// Draw shows the trails, with the overlay the nearest seat of each free tile, then the heads of the living and crosses for the
// lately dead.
func (b Tron) Draw(t *Tiles, v View) {
	f := v.Frame()
	for i, value := range f.List("grid") {
		if value > 0 {
			seat := value - 1
			t.Cells[i] = Tile{Slot: v.Slot(seat), Tone: Full, Mark: strconv.Itoa(seat), Bare: strings.Repeat(strconv.Itoa(seat), 2)}
		}
	}
	if v.On["o"] || v.On["n"] {
		b.overlay(t, v)
	}
	for seat := range v.Seats {
		b.head(t.At(at(f.List("x"), seat), at(f.List("y"), seat)), v, seat)
	}
}

// crossRounds is how long a dead head keeps its cross.
const crossRounds = 20

func (Tron) head(c *Tile, v View, seat int) {
	f := v.Frame()
	if at(f.List("alive"), seat) == 1 {
		*c = Tile{Slot: v.Slot(seat), Tone: Full, Text: strconv.Itoa(seat), Bare: "@" + strconv.Itoa(seat), Head: true}
		return
	}
	if c.Slot == None && f.Number("round")-at(f.List("died"), seat) <= crossRounds {
		*c = Tile{Slot: None, Text: "x", Bare: "x"}
	}
}

func (b Tron) overlay(t *Tiles, v View) {
	r := race.Run(t.Width, t.Height, b.taken(v.Frame()), b.order(v.Frame(), v.Frame().Number("next")))
	for i, owner := range r.Owner {
		if owner == race.Nobody {
			continue
		}
		if v.On["o"] {
			t.Cells[i].Slot, t.Cells[i].Tone = v.Slot(owner), Tint
		}
		if v.On["n"] {
			t.Cells[i].Text, t.Cells[i].Bare = number(r.Round[i]), number(r.Round[i])
		}
	}
}

func (Tron) taken(f *game.Frame) func(tile int) bool {
	grid := f.List("grid")
	return func(tile int) bool { return grid[tile] > 0 }
}

// order is the living in turn order from a seat on, with the tiles of their heads.
func (Tron) order(f *game.Frame, first int) (order []race.Runner) {
	alive, width := f.List("alive"), f.Width("grid")
	for i := range alive {
		seat := (max(first, 0) + i) % len(alive)
		if alive[seat] == 1 {
			order = append(order, race.Runner{Seat: seat, From: at(f.List("y"), seat)*width + at(f.List("x"), seat)})
		}
	}
	return order
}

// Mark is the seat's number.
func (Tron) Mark(_ View, seat int) string { return strconv.Itoa(seat) }

// Note is how long the trail is, or how the seat died.
func (Tron) Note(v View, seat int) string {
	f := v.Frame()
	if causes := f.Words("cause"); seat < len(causes) && causes[seat] != "" {
		return fmt.Sprintf("%s at %d", causes[seat], at(f.List("died"), seat))
	}
	tiles := 0
	for _, value := range f.List("grid") {
		if value == seat+1 {
			tiles++
		}
	}
	return fmt.Sprintf("%d tiles", tiles)
}

// Out tells the dead.
func (Tron) Out(v View, seat int) bool {
	alive := v.Frame().List("alive")
	return seat < len(alive) && alive[seat] == 0
}

// Status is whose move it is.
func (Tron) Status(v View) string {
	if next := v.Frame().Number("next"); next >= 0 && next < len(v.Seats) {
		return fmt.Sprintf("seat %d to move", next)
	}
	return ""
}

// Aside is what each step of the seat to move would come to: the tiles it would be first on, those of the others, and how far these are
// for them.
func (b Tron) Aside(v View) []string {
	f := v.Frame()
	next, width := f.Number("next"), f.Width("grid")
	if next < 0 || width == 0 || next >= len(f.List("x")) {
		return nil
	}
	height := len(f.List("grid")) / width
	lines := []string{"       mine theirs   far"}
	for m, name := range [4]string{"UP", "DOWN", "LEFT", "RIGHT"} {
		x, y := f.List("x")[next]+neighbours[m][0], f.List("y")[next]+neighbours[m][1]
		if x < 0 || y < 0 || x >= width || y >= height || b.taken(f)(y*width+x) {
			lines = append(lines, fmt.Sprintf("%-5s   blocked", name))
			continue
		}
		mine, theirs, distance := b.weigh(f, next, y*width+x)
		lines = append(lines, fmt.Sprintf("%-5s %5d %6d %5d", name, mine, theirs, distance))
	}
	return lines
}

// weigh lets the others run first after a step, and the mover last.
func (b Tron) weigh(f *game.Frame, seat, step int) (mine, theirs, distance int) {
	order := b.order(f, seat)
	if len(order) == 0 {
		return 0, 0, 0
	}
	order = append(order[1:], race.Runner{Seat: seat, From: step})
	taken, width := b.taken(f), f.Width("grid")
	r := race.Run(width, len(f.List("grid"))/width, func(tile int) bool { return tile == step || taken(tile) }, order)
	return r.Against(seat)
}

// Switches are the overlay and its numbers.
func (Tron) Switches() []Switch { return []Switch{{"o", "overlay"}, {"n", "numbers"}} }
