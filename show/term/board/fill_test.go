package board

import (
	"image/color"
	"testing"

	"agon/game/draw"
	"agon/show/term/screen"
)

// What another program has drawn fills the tiles below it, later shapes over earlier ones, and a faint one mixes with what is below.
func TestAreasFillTiles(t *testing.T) {
	box := func(seat int, colour string, faint, left, top, right, bottom float64) draw.Shape {
		return draw.Shape{Form: draw.Area, Seat: seat, Tone: draw.Full, Colour: colour, Faint: faint,
			Points: []draw.Point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}
	}
	p := draw.New(2)
	p.Board(4, 3)
	p.Add(box(draw.Nobody, "#ff0000", 0, 0, 0, 2, 1), box(draw.Nobody, "#0000ff", 0.5, 1, 0, 1e12, 1), box(1, "", 0, 2.6, 1.2, 2.9, 1.4),
		box(draw.Nobody, "#00ff00", 0.7, 0, 2, 4, 3), box(draw.Nobody, "#00ff00", 0, 3.2, 2.2, 3.4, 2.4))
	b := Board{Picture: p, marks: []string{"A", "B"}, looks: []int{0, 1}}
	b.Seats = view(nil, nil, 2).Info.Seats
	tiles := b.Tiles()
	for _, want := range []struct {
		x, y  int
		paint color.RGBA
		slot  int
	}{
		{0, 0, color.RGBA{0xff, 0, 0, 0xff}, None}, {1, 0, color.RGBA{0x80, 0, 0x80, 0xff}, None},
		{3, 0, color.RGBA{0, 0, 0xff, 0xff}, None},
		{2, 1, color.RGBA{}, 1}, {3, 1, color.RGBA{}, None}, {0, 2, color.RGBA{}, None}, {3, 2, color.RGBA{0, 0xff, 0, 0xff}, None},
	} {
		if c := tiles.At(want.x, want.y); c.Paint != want.paint || c.Slot != want.slot {
			t.Errorf("tile %d,%d is %+v, it should be %v of slot %d", want.x, want.y, *c, want.paint, want.slot)
		}
	}
	if c, ok := NewShade(true).fill(*tiles.At(0, 0), None); !ok || c.RGB != (color.RGBA{0xff, 0, 0, 0xff}) || c.Xterm != 196 {
		t.Errorf("red is %+v", c)
	}
	s := screen.New(8, 3)
	Painter{Shade: NewShade(true), Depth: screen.Plain, Picked: None}.Paint(s, 0, 0, tiles, Look(tiles, Wide, 8, 3, None, 0))
	if got := "\n" + s.String(screen.Plain); got != "\n. . . .\n. . b .\n. . . ." {
		t.Errorf("without colour it is%s", got)
	}
}
