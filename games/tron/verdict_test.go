package tron

import "testing"

// TestWorthsByTilesInReach: an open tile is always worth something, more with fewer reachable tiles; a tile in a corridor is worth almost
// nothing on an open board and most of an open tile's worth on a nearly full one.
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
