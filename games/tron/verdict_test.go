package tron

import "testing"

// TestWorthsByTilesInReach proves that a tile in the open is always worth something, the more the fewer tiles are in reach, and that one in a
// corridor is worth next to nothing while the board is open and most of what any tile is worth once it is nearly full.
func TestWorthsByTilesInReach(t *testing.T) {
	before := int32(1 << 30)
	for tiles := fewTiles; tiles <= maxSide*maxSide; tiles *= 2 {
		w := worthsAt(tiles)
		open := w.tile + 4*w.inner
		if open <= 0 || open >= before {
			t.Fatalf("with %d tiles in reach one in the open is worth %d, with half as many %d", tiles, open, before)
		}
		before = open
	}
	share := func(tiles int) int32 {
		w := worthsAt(tiles)
		return 100 * w.way() / (w.tile + 4*w.inner)
	}
	if many, few := share(400), share(50); many > 10 || few < 60 {
		t.Errorf("a tile in a corridor is worth %d %% of one in the open with 400 tiles in reach and %d %% with 50", many, few)
	}
}
