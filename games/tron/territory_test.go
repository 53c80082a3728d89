package tron

import (
	"testing"

	"agon/game"
)

// TestSplitIsWhatItSays compares the race of two on planes with one that goes tile by tile, the side to move first in every round.
func TestSplitIsWhatItSays(t *testing.T) {
	dice := game.NewDice(2, nil)
	dice.Turn(0)
	for _, size := range [][2]int{{3, 7}, {30, 20}, {31, 21}, {40, 40}, {64, 64}} {
		for walls := range 12 {
			s := scattered(t, size, walls*4, &dice)
			q := newSearch(s.Layout)
			q.load(&s, 0)
			heads := [2]int{q.head[0], q.head[1]}
			for side := range 2 {
				q.duel.lands.split.raceHeads(&q.atlas, &q.walls, &heads, side)
				tiles, _ := walked(&s, []int8{int8(side), int8(1 - side)})
				for at := range 2 {
					if got := q.duel.lands.split.tilesOf(at); got != tiles[at] {
						t.Fatalf("board %v: side %d comes first to %d tiles; tile by tile %d", size, at, got, tiles[at])
					}
				}
			}
		}
	}
}

func (s *split) tilesOf(side int) (n int) {
	for y := range int(s.layout.Height) {
		for x := range int(s.layout.Width) {
			if s.own[side].has(&s.layout, x, y) {
				n++
			}
		}
	}
	return n
}

// TestTerritory: which chambers of a territory count. o is the head, a its tiles and b free tiles of the other. The worth is given as
// numbers of tiles and neighbours.
func TestTerritory(t *testing.T) {
	for _, tt := range []struct {
		name         string
		rows         []string
		tiles, inner int32
	}{
		{"one chamber counts whole", []string{"oaaa", "aaaa"}, 7, 16},
		{"colours alternate: one tile is left over", []string{"aoa", "aaa", "aaa"}, 7, 18},
		{"a chamber that touches nobody is filled before what lies behind it", []string{
			"aaa#########",
			"oaaaaaaaaaaa",
			"aaa#########",
		}, 16, 36},
		{"to fight at a front, of the chambers before it only the way can be used", []string{
			"aaa##########",
			"oaaaaaaaaaaab",
			"aaa##########",
		}, 11, 21},
		{"a small front is left for a large chamber", []string{
			"aaa##########",
			"oaaaab#######",
			"aaa##########",
		}, 7, 19},
		{"of two chambers behind one only the larger counts", []string{
			"####aa",
			"oaaaaa",
			"###a##",
			"###a##",
		}, 7, 15},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows)
			q := newSearch(s.Layout)
			q.load(&s, 0)
			lands := &q.duel.lands
			lands.split = territoryOf(q, tt.rows)
			lands.worths = worths{tile: 5, inner: 19}
			got := lands.worth(0, q.head[0])
			if want := 5*tt.tiles + 19*tt.inner; got != want {
				t.Errorf("worth %d, want %d", got, want)
			}
		})
	}
}

// territoryOf returns the split in which side 0 has the tiles marked a.
func territoryOf(q *search, rows []string) (s split) {
	walls, free := q.layout.all(), q.layout.all()
	for y, row := range rows {
		for x := range row {
			at := q.number(x, y)
			if row[x] == 'a' {
				q.remove(&walls, at)
			}
			if row[x] != 'a' && row[x] != 'b' {
				q.remove(&free, at)
			}
		}
	}
	s.raceHeads(&q.atlas, &walls, &[2]int{q.head[0], 0}, 0)
	s.free = free
	return s
}

// TestPiecesAreWhatTilesSay compares the worth of territories with a traversal tile by tile.
func TestPiecesAreWhatTilesSay(t *testing.T) {
	dice := game.NewDice(4, nil)
	dice.Turn(0)
	walked := 0
	for _, size := range [][2]int{{5, 9}, {30, 20}, {31, 21}, {40, 40}, {64, 64}} {
		for walls := range 40 {
			s := scattered(t, size, walls, &dice)
			q := newSearch(s.Layout)
			q.load(&s, 0)
			lands := &q.duel.lands
			lands.worths = worths{tile: 5, inner: 19}
			lands.split.raceHeads(&q.atlas, &q.walls, &[2]int{q.head[0], q.head[1]}, 0)
			for side := range 2 {
				if !q.chambers.doorways(q.head[side], &lands.split.own[side]) {
					continue
				}
				walked++
				if got, want := lands.worth(side, q.head[side]), lands.worthByTiles(side, q.head[side]); got != want {
					t.Fatalf("board %v: the territory of side %d is worth %d; tile by tile %d", size, side, got, want)
				}
			}
		}
	}
	if walked < 100 {
		t.Errorf("only %d territories have doorways", walked)
	}
}

// worthByTiles returns worth by a traversal tile by tile.
func (t *territories) worthByTiles(side, head int) (best int32) {
	own := &t.split.own[side]
	t.side = side
	seen := map[int]int32{head: headVisit}
	var visit func(at int) int32
	visit = func(at int) int32 {
		now := int32(len(seen)) + 1
		oldest := now
		seen[at] = now
		t.sum.tiles[t.colour[at]]++
		for _, step := range t.toward[Up:] {
			next := at + step
			switch {
			case next == head:
				oldest = headVisit
			case !t.in(own, next):
				if t.bit[next] != 0 && t.in(&t.split.free, next) {
					t.sum.fronts++
				}
			case seen[next] != 0:
				t.sum.inner++
				oldest = min(oldest, seen[next])
			default:
				t.sum.inner++
				before, branches := t.sum, len(t.branches)
				behind := visit(next)
				if behind < now {
					oldest = min(oldest, behind)
					continue
				}
				e := t.close(at, before, branches)
				t.sum = before
				t.branches = append(t.branches[:branches], e)
			}
		}
		return oldest
	}
	for _, step := range t.toward[Up:] {
		if next := head + step; t.in(own, next) && seen[next] == 0 {
			t.sum, t.branches = sum{}, t.branches[:0]
			visit(next)
			best = max(best, t.close(head, sum{}, 0).worth)
		}
	}
	return best
}
