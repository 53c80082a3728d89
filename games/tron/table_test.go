package tron

import (
	"testing"

	"agon/game"
)

// TestKeyFollowsTheGame: a key updated through steps and their undoing equals that of the position, and no two positions of a game share
// one.
func TestKeyFollowsTheGame(t *testing.T) {
	dice := game.NewDice(9, nil)
	dice.Turn(0)
	s := dealt(t, 2)
	q := newSearch(s.Layout)
	q.load(&s, 0)
	d := q.duel
	d.load(&q.walls, q.head[0], q.head[1])
	begin, seen := d.key, map[uint64]bool{d.key: true}
	var ridden []Move
	for side := 0; ; side = 1 - side {
		list, n := d.steps(side, 0, 0)
		if n == 0 {
			break
		}
		m := list[dice.Intn(n)]
		d.ride(side, m)
		ridden = append(ridden, m)
		if seen[d.key] {
			t.Fatalf("two positions have the key %x", d.key)
		}
		seen[d.key] = true
		kept, walls := d.key, d.walls
		d.load(&walls, d.head[0], d.head[1])
		if side == 0 {
			d.key ^= d.table.turn // load takes me to be the one to move
		}
		if d.key != kept {
			t.Fatalf("the key is %x after %d steps, that of the position %x", kept, len(ridden), d.key)
		}
	}
	for i := len(ridden) - 1; i >= 0; i-- {
		d.back(i%2, ridden[i])
	}
	if d.key != begin || len(ridden) < 20 {
		t.Errorf("after %d steps and their undoing the key is %x, want %x", len(ridden), d.key, begin)
	}
}

// TestWonGamesInTheTable: a game won in a number of steps from a position is won in as many from there, wherever the position was met.
func TestWonGamesInTheTable(t *testing.T) {
	for _, worth := range []int{won - 9, 9 - won, 1234, -1234, won / 4} {
		if got := atPly(afterPly(worth, 5), 5); got != worth {
			t.Errorf("%d is returned as %d", worth, got)
		}
	}
	tb := newTable(4)
	tb.keep(77, 3, afterPly(won-9, 5), exact, Up) // won four steps after ply 5
	if got, ok := tb.find(77).answers(3, 7, -won, won); !ok || got != won-11 {
		t.Errorf("met at ply 7 it is worth %d, want %d", got, won-11)
	}
	if _, ok := tb.find(77).answers(4, 7, -won, won); ok {
		t.Error("it answers a deeper search")
	}
	if tb.find(78) != nil {
		t.Error("it knows a position that it was never given")
	}
}

// TestDuelIsMinimax compares the search and its table with an exhaustive one.
func TestDuelIsMinimax(t *testing.T) {
	dice := game.NewDice(6, nil)
	dice.Turn(0)
	for range 60 {
		s := scattered(t, [2]int{7, 6}, 20, &dice)
		q := newSearch(s.Layout)
		q.load(&s, 0)
		d := q.duel
		d.budget, d.timer = 1<<40, &q.timer
		for depth := 1; depth <= 5; depth++ {
			clear(d.table.entries) // what was found at other depths may be deeper
			d.load(&q.walls, q.head[0], q.head[1])
			if got, want := d.look(0, depth, 0, -won, won), d.plain(0, depth, 0); got != want {
				t.Fatalf("depth %d: worth %d, want %d", depth, got, want)
			}
		}
	}
}

// plain is look without bounds, table and order.
func (d *duel) plain(side, depth, ply int) int {
	list, n := d.steps(side, 0, 0)
	if n == 0 {
		return ply - won
	}
	if depth <= 0 || d.cutOff(1-side) {
		worth, _ := d.judge(side)
		return worth
	}
	if n == 1 {
		depth++
	}
	best := -won
	for _, m := range list[:n] {
		d.ride(side, m)
		best = max(best, -d.plain(1-side, depth-1, ply+1))
		d.back(side, m)
	}
	return best
}
