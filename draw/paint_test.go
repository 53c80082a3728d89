package draw

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A reused picture has the tiles that a new one has, whatever was drawn into it before, and names every tile that changed.
func TestAPictureIsPaintedAgain(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	legends := [][]Tile{{{Seat: Nobody}, {Seat: 0, Tone: Pale}, {Seat: 1, Tone: Pale}}, {{Seat: Nobody}, {Seat: 1, Tone: Full}, {Seat: 0, Text: "a"}}}
	used, cells := New(2), make([]int, 12)
	for step := range 300 {
		before := slices.Clone(used.Tiles)
		for range dice.IntN(3) {
			cells[dice.IntN(len(cells))] = dice.IntN(3)
		}
		width, up, legend := []int{3, 4}[step/40%2], step/30%2 == 0, legends[step/50%2]
		if dice.IntN(10) == 0 {
			used.Reset()
			used.Board(width, len(cells)/width)
			used.At(1, 1).Seat = 1
			before = nil
		}
		used.Reset()
		used.Paint(width, up, cells, legend)
		fresh := New(2)
		fresh.Board(width, len(cells)/width)
		for i, n := range cells {
			y := i / width
			if up {
				y = len(cells)/width - 1 - y
			}
			*fresh.At(i%width, y) = legend[n]
		}
		if !slices.Equal(used.Tiles, fresh.Tiles) || used.Width != fresh.Width || used.Height != fresh.Height {
			t.Fatalf("step %d: it has the tiles %+v, want %+v", step, used.Tiles, fresh.Tiles)
		}
		changed, all := used.Repainted()
		if all {
			continue
		}
		for i, tile := range used.Tiles {
			if len(before) == len(cells) && tile != before[i] && !slices.Contains(changed, i) {
				t.Fatalf("step %d: tile %d changed, and only %v are named", step, i, changed)
			}
		}
		if step%7 == 0 {
			used.At(0, 0).Text = "x"
			if _, all := used.Repainted(); !all {
				t.Fatalf("step %d: a tile was given away, and it says that %v changed", step, changed)
			}
		}
	}
	if _, all := used.Repainted(); all {
		t.Error("the last picture says that all tiles changed")
	}
}
