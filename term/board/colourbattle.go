package board

import (
	"fmt"
	"strconv"
	"strings"

	"agon/film"
	"agon/game"
)

// ColourBattle draws "colour-battle": tile 0,0 is at the lower left, owned tiles are pale, bots are letters on their colour.
type ColourBattle struct{ silent }

// Size is the side of the canvas, twice.
func (ColourBattle) Size(f *game.Frame) (width, height int) {
	side := f.Width("grid")
	return side, side
}

// Draw shows the owners, then the tails if they are on, then the bots.
func (b ColourBattle) Draw(t *Tiles, v View) {
	f := v.Frame()
	seatOf := make(map[int]int, len(v.Seats))
	for seat, id := range f.List("ids") {
		seatOf[id] = seat
	}
	for i, id := range f.List("grid") {
		seat, owned := seatOf[id]
		if !owned || id == 0 {
			continue
		}
		c := t.At(i%t.Width, t.Height-1-i/t.Width)
		c.Slot, c.Tone, c.Mark = v.Slot(seat), Pale, v.Letter(seat)
		if v.On["i"] {
			c.Text = idText(id)
		}
	}
	if v.On["t"] {
		b.tails(t, v)
	}
	for seat := range v.Seats {
		c := t.At(at(f.List("x"), seat), t.Height-1-at(f.List("y"), seat))
		*c = Tile{Slot: v.Slot(seat), Tone: Full, Text: b.name(v, seat), Bare: v.Letter(seat), Head: true}
	}
}

// tail is how many rounds a tail is long.
const tail = 10

func (b ColourBattle) tails(t *Tiles, v View) {
	for n := tail; n > 0; n-- {
		shot, ok := v.Earlier(n)
		if !ok {
			continue
		}
		for seat := range v.Seats {
			c := t.At(at(shot.Frame.List("x"), seat), t.Height-1-at(shot.Frame.List("y"), seat))
			*c = Tile{Slot: v.Slot(seat), Tone: Strong, Mark: v.Letter(seat)}
		}
	}
}

func (b ColourBattle) name(v View, seat int) string {
	if v.On["i"] {
		return idText(at(v.Frame().List("ids"), seat))
	}
	return v.Letter(seat)
}

// idText is an id in two columns. Three digits lose the first: ids are 1 to 128, and so few bots stand near each other.
func idText(id int) string {
	if id > 99 {
		return fmt.Sprintf("%02d", id%100)
	}
	return strconv.Itoa(id)
}

// Mark is the round's id where ids are shown.
func (ColourBattle) Mark(v View, seat int) string {
	if v.On["i"] {
		return strconv.Itoa(at(v.Frame().List("ids"), seat))
	}
	return ""
}

// Status is the share of the canvas that is white.
func (ColourBattle) Status(v View) string {
	tiles := len(v.Frame().List("grid"))
	if tiles == 0 {
		return ""
	}
	return fmt.Sprintf("white %.2f %%", 100*float64(v.Frame().Number("white"))/float64(tiles))
}

// About tells the id, what it can take and clear by the formula, and the last moves.
func (b ColourBattle) About(v View, seat int) []string {
	id := at(v.Frame().List("ids"), seat)
	lines := []string{fmt.Sprintf("id %d, takes %s, clears %s", id, class(id+1), class(id+2))}
	if moves := b.moves(v, seat); moves != "" {
		lines = append(lines, "last moves "+moves)
	}
	return lines
}

// class names the ids with the same rest modulo 3.
func class(id int) string {
	if id%3 == 0 {
		return "3n"
	}
	return fmt.Sprintf("3n+%d", id%3)
}

// lastMoves is how many moves of a picked bot are told.
const lastMoves = 12

func (b ColourBattle) moves(v View, seat int) string {
	arrows := [5]string{"←", "→", "↑", "↓", "·"}
	if !v.Depth.Colour() {
		arrows = [5]string{"L", "R", "U", "D", "."}
	}
	var words []string
	for n := lastMoves; n > 0; n-- {
		from, ok := v.Earlier(n)
		to, _ := v.Earlier(n - 1)
		if ok {
			words = append(words, arrows[step(from, to, seat)])
		}
	}
	return strings.Join(words, " ")
}

// step is which way a seat went between two shots: left, right, up, down, nowhere.
func step(from, to film.Shot, seat int) int {
	dx := at(to.Frame.List("x"), seat) - at(from.Frame.List("x"), seat)
	dy := at(to.Frame.List("y"), seat) - at(from.Frame.List("y"), seat)
	switch {
	case dx < 0:
		return 0
	case dx > 0:
		return 1
	case dy > 0:
		return 2
	case dy < 0:
		return 3
	}
	return 4
}

// Switches are the ids and the tails.
func (ColourBattle) Switches() []Switch { return []Switch{{"i", "ids"}, {"t", "tails"}} }
