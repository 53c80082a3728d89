package board

import (
	"fmt"
	"strconv"

	"agon/film"
	"agon/game"
)

// Fence draws "fence": walked cells strong, cells won by a fence pale, players as 1 and 2, fences that closed lately with their
// frame in full colour and what they won in the middle.
type Fence struct{ silent }

// Size is the size of the board.
func (Fence) Size(f *game.Frame) (width, height int) { return gridSize(f, "board") }

// Draw shows the owners, the fences of the last plies, then the players.
func (b Fence) Draw(t *Tiles, v View) {
	f := v.Frame()
	fenced := f.List("fenced")
	for i, owner := range f.List("board") {
		if owner < 1 || owner > len(v.Seats) {
			continue
		}
		c := &t.Cells[i]
		c.Slot, c.Tone, c.Mark = v.Slot(owner-1), Strong, strconv.Itoa(owner)
		c.Bare = c.Mark + c.Mark
		if at(fenced, i) == 1 {
			c.Tone, c.Bare = Pale, c.Mark+"."
		} else if owner == 2 {
			c.Text = "·"
		}
	}
	for back := fencePlies - 1; back >= 0; back-- {
		if shot, ok := v.Earlier(back); ok {
			b.closed(t, v, shot)
		}
	}
	for seat := range v.Seats {
		name := strconv.Itoa(seat + 1)
		*t.At(at(f.List("x"), seat), at(f.List("y"), seat)) = Tile{Slot: v.Slot(seat), Tone: Full, Text: name, Bare: "@" + name, Head: true}
	}
}

// fencePlies is for how many plies a fence is shown.
const fencePlies = 12

// closed draws the fences that closed in a ply.
func (Fence) closed(t *Tiles, v View, shot film.Shot) {
	f := shot.Frame
	for n, gained := range f.List("fence_gained") {
		x, y, w, h := at(f.List("fence_x"), n), at(f.List("fence_y"), n), at(f.List("fence_w"), n), at(f.List("fence_h"), n)
		for dy := range h {
			for dx := range w {
				if dx == 0 || dy == 0 || dx == w-1 || dy == h-1 {
					c := t.At(x+dx, y+dy)
					c.Slot, c.Tone, c.Text = v.Slot(f.Number("mover")), Full, ""
					c.Bare = strconv.Itoa(f.Number("mover")+1) + "#"
				}
			}
		}
		c := t.At(x+w/2, y+h/2)
		c.Text, c.Bold = fmt.Sprintf("+%d", gained), true
		if gained > 9 {
			c.Text = strconv.Itoa(gained)
		}
		c.Bare = c.Text
	}
}

// Mark is the side's number.
func (Fence) Mark(_ View, seat int) string { return strconv.Itoa(seat + 1) }

// Note is the clock.
func (Fence) Note(v View, seat int) string {
	clocks := v.Frame().List("clock_us")
	if seat >= len(clocks) {
		return ""
	}
	return fmt.Sprintf("%06.3f s", float64(clocks[seat])/1e6)
}

// Status is whose turn it is, or how the game was decided.
func (Fence) Status(v View) string {
	f := v.Frame()
	if turn := f.Number("turn_of"); turn >= 0 {
		return fmt.Sprintf("side %d to move", turn+1)
	}
	if winner := f.Number("winner"); winner >= 0 {
		return fmt.Sprintf("side %d wins: %s", winner+1, f.Word("law"))
	}
	return f.Word("law")
}

// Aside tells the last fences in words.
func (b Fence) Aside(v View) []string {
	for back := range fencePlies {
		shot, ok := v.Earlier(back)
		if !ok || shot.Frame.Number("gained") == 0 {
			continue
		}
		f := shot.Frame
		words := fmt.Sprintf("%d fences won %d cells", f.Number("fences"), f.Number("gained"))
		if f.Number("fences") == 1 {
			words = fmt.Sprintf("a fence of %dx%d won %d", at(f.List("fence_w"), 0), at(f.List("fence_h"), 0), f.Number("gained"))
		}
		return []string{fmt.Sprintf("side %d:", f.Number("mover")+1), words}
	}
	return nil
}
