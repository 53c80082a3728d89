package film

import (
	"testing"

	"agon/game"
	"agon/game/draw"
)

// TestPlain: a kind without a drawing is shown as its grid, with the owners of the tiles and the bots on them.
func TestPlain(t *testing.T) {
	info := Info{Kind: &game.Kind{Info: game.Info{Marks: []string{"x", "y"}}}, Seats: []Seat{{Name: "a"}, {Name: "b", Slot: 1}}}
	for owner, values := range map[string][2]int{"": {1, 2}, "owner": {5, 7}} {
		var frame game.Frame
		frame.Grid("grid", 3, 2, func(x, y int) int { return []int{values[1], 0, 0, 9, 0, values[0]}[y*3+x] })
		if owner != "" {
			frame.Ints(owner, 2, func(i int) int { return values[i] })
		}
		frame.Ints("x", 2, func(seat int) int { return 1 - 2*seat })
		frame.Ints("y", 2, func(int) int { return 0 })
		f := New(info)
		f.Append(Shot{Frame: &frame})
		p := f.View(0).Picture()
		if p.At(0, 0).Seat != 1 || p.At(2, 1).Seat != 0 || p.At(1, 0).Seat != draw.Nobody || p.At(0, 1).Text != "9" {
			t.Errorf("%q: the tiles are %+v", owner, p)
		}
		if len(p.Shapes) != 1 || p.Shapes[0].Seat != 0 {
			t.Errorf("the bots are %+v", p.Shapes)
		}
	}
	if marks := info.Marks(); marks[0] != "x" || marks[1] != "y" {
		t.Errorf("the seats are called %v", marks)
	}
}
