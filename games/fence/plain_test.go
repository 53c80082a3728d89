package fence

import (
	"fmt"
	"testing"

	"agon/game"
)

// plainBoard is the definition of a fence as in the rules, slow and without the state's optimisations: board[x][y] holds 0, 1 or 2.
type plainBoard struct {
	cells     [maxN][maxN]uint8
	n         int
	maxSide   int
	wrap      bool
	emptyOnly bool
}

// close searches all frames of a player repeatedly until a pass fills nothing, and returns how many it closed.
func (b *plainBoard) close(own uint8) (closed int) {
	longest := min(b.maxSide, b.n) - 1
	for again := true; again; {
		again = false
		for i := 0; i < b.n; i++ {
			for j := 0; j < b.n; j++ {
				for w := 2; w <= longest; w++ {
					for h := 2; h <= longest; h++ {
						if !b.wrap && (i+w >= b.n || j+h >= b.n) {
							continue
						}
						if b.frame(own, i, j, w, h) && b.fill(own, i, j, w, h) {
							again = true
							closed++
						}
					}
				}
			}
		}
	}
	return closed
}

func (b *plainBoard) at(x, y int) *uint8 { return &b.cells[x%b.n][y%b.n] }

func (b *plainBoard) frame(own uint8, i, j, w, h int) bool {
	if *b.at(i, j) != own {
		return false
	}
	for x := i; x <= i+w; x++ {
		if *b.at(x, j) != own || *b.at(x, j+h) != own {
			return false
		}
	}
	for y := j; y <= j+h; y++ {
		if *b.at(i, y) != own || *b.at(i+w, y) != own {
			return false
		}
	}
	return true
}

// fill fills a frame, if that is allowed and wins anything.
func (b *plainBoard) fill(own uint8, i, j, w, h int) bool {
	var count [3]int
	for x := i + 1; x < i+w; x++ {
		for y := j + 1; y < j+h; y++ {
			count[*b.at(x, y)]++
		}
	}
	if count[0] == 0 || count[3-own] > 0 || b.emptyOnly && count[own] > 0 {
		return false
	}
	for x := i + 1; x < i+w; x++ {
		for y := j + 1; y < j+h; y++ {
			*b.at(x, y) = own
		}
	}
	return true
}

func plainOf(r *Rules, s *State) *plainBoard {
	b := &plainBoard{n: r.N, maxSide: r.MaxSide, wrap: r.Wrap, emptyOnly: r.EmptyOnly}
	for x := range r.N {
		for y := range r.N {
			b.cells[x][y] = uint8(s.At(x, y))
		}
	}
	return b
}

// compare reports whether a state has the cells of a plain board, in both directions, and correct counts.
func (b *plainBoard) compare(t *testing.T, s *State) {
	t.Helper()
	var count [3]int32
	for x := range b.n {
		for y := range b.n {
			want := b.cells[x][y]
			byRow := int(s.Land[0].Rows[y]>>x&1 | s.Land[1].Rows[y]>>x&1<<1)
			if s.At(x, y) != int(want) || byRow != int(want) {
				t.Fatalf("cell %d,%d is %d by column and %d by row; by the definition %d", x, y, s.At(x, y), byRow, want)
			}
			count[want]++
		}
	}
	if s.Cells != [2]int32{count[1], count[2]} {
		t.Fatalf("cells %v, on the board %v", s.Cells, count[1:])
	}
}

// fenceOptions returns boards and options that affect fences, small enough for the definition to finish in reasonable time.
func fenceOptions() []map[string]any {
	var all []map[string]any
	for _, size := range [][2]int{{6, 3}, {6, 6}, {6, 32}, {7, 6}, {11, 4}, {11, 6}, {11, 9}, {11, 32}, {30, 4}, {30, 6}, {60, 3}} {
		for _, interior := range []string{"own_or_empty", "empty"} {
			for _, wrap := range []bool{false, true} {
				all = append(all, map[string]any{"N": size[0], "max_side": size[1], "interior": interior, "wrap_fence": wrap})
			}
		}
	}
	return all
}

// TestFencesAreThePlainDefinition fills random boards of many densities, then gives one player cell after cell and compares the incremental
// search with the definition after each.
func TestFencesAreThePlainDefinition(t *testing.T) {
	for _, chosen := range fenceOptions() {
		t.Run(fmt.Sprint(chosen), func(t *testing.T) {
			r := rulesOf(t, chosen)
			dice := game.NewDice(42, nil)
			dice.Turn(0)
			rounds := max(1, 2000/(r.N*r.N))
			closed, cascades := 0, 0
			for range rounds {
				c, k := fillUp(t, r, &dice)
				closed, cascades = closed+c, cascades+k
			}
			if closed == 0 || cascades == 0 && r.MaxSide > 3 && r.N > 6 {
				t.Errorf("only %d fences, %d of them in cascades: too few to prove anything", closed, cascades)
			}
		})
	}
}

// fillUp fills one random board, and returns how many fences there were and how many of them closed together.
func fillUp(t *testing.T, r *Rules, dice *game.Dice) (closed, cascades int) {
	s := State{N: int16(r.N)}
	density := 2 + dice.Intn(6) // of ten
	for i := range r.N * r.N {
		if roll := dice.Intn(10); roll < density {
			s.giveCell(0, i%r.N, i/r.N)
		} else if dice.Intn(40) == 0 {
			s.giveCell(1, i%r.N, i/r.N)
		}
	}
	plain := plainOf(r, &s)
	plain.close(1)
	r.sweep(&s, 0)
	plain.compare(t, &s)
	for !s.full() {
		x, y := dice.Intn(r.N), dice.Intn(r.N)
		if s.At(x, y) != 0 {
			continue
		}
		if dice.Intn(6) == 0 { // the other player's cells only block
			s.giveCell(1, x, y)
			plain.cells[x][y] = 2
			continue
		}
		s.giveCell(0, x, y)
		plain.cells[x][y] = 1
		s.Closings, s.Gained = 0, 0
		before := s.Cells[0]
		r.fences(&s, 0, x, y)
		want := plain.close(1)
		plain.compare(t, &s)
		if s.Gained != s.Cells[0]-before || (want > 0) != (s.Closings > 0) || r.EmptyOnly && want != int(s.Closings) {
			t.Fatalf("%d fences won %d of %d cells; by the definition %d fences", s.Closings, s.Gained, s.Cells[0]-before, want)
		}
		if closed += want; want > 1 {
			cascades += want
		}
	}
	return closed, cascades
}

// TestRandomPlayIsThePlainDefinition walks randomly under every paint, fence and edge rule and compares each ply with the definition.
func TestRandomPlayIsThePlainDefinition(t *testing.T) {
	for _, chosen := range fenceOptions() {
		for _, paint := range []string{"next_turn", "on_move"} {
			chosen["paint"] = paint
			t.Run(fmt.Sprint(chosen), func(t *testing.T) {
				r := rulesOf(t, chosen)
				r.MaxPlies = min(r.MaxPlies, 600)
				dice := game.NewDice(7, nil)
				dice.Turn(0)
				for range max(1, 200/(r.N*r.N)) {
					playBeside(t, r, &dice)
				}
			})
		}
	}
}

func playBeside(t *testing.T, r *Rules, dice *game.Dice) {
	var s State
	if err := r.Deal(&s, 2, dice); err != nil {
		t.Fatal(err)
	}
	plain := plainOf(r, &s)
	moves := make([]game.Move[Move], 2)
	for !r.owesNobody(&s) {
		who := int(s.Turn)
		m := Move(dice.Intn(5))
		moves[who].Value = m
		r.Step(&s, moves, dice)

		x, y := int(s.X[who]), int(s.Y[who]) // where it stands now
		if c := plain.at(x, y); r.PaintOnMove && *c == 0 {
			*c = uint8(who + 1)
		}
		plain.close(uint8(who + 1))
		if !r.PaintOnMove && s.Painted {
			*plain.at(int(s.X[s.Turn]), int(s.Y[s.Turn])) = s.Turn + 1
		}
		plain.compare(t, &s)
	}
}

func (r *Rules) owesNobody(s *State) bool {
	owes := r.Turn(s)
	return owes.Empty()
}

// TestLargeFences: rings of every size up to the limit, anywhere on the board, are closed by their last cell, and longer ones are not.
func TestLargeFences(t *testing.T) {
	dice := game.NewDice(3, nil)
	dice.Turn(0)
	for _, n := range []int{33, 59, 60} {
		for _, wrap := range []bool{false, true} {
			r := rulesOf(t, map[string]any{"N": n, "max_side": longestSide, "wrap_fence": wrap})
			for range 400 {
				ring(t, r, &dice)
			}
		}
	}
}

// ring draws a rectangle of random size and position without one cell of its border, and then adds that cell.
func ring(t *testing.T, r *Rules, dice *game.Dice) {
	w, h := 3+dice.Intn(r.MaxSide-1), 3+dice.Intn(r.MaxSide-1) // up to one above the limit
	w, h = min(w, r.N), min(h, r.N)
	x0, y0 := dice.Intn(r.N-w+1), dice.Intn(r.N-h+1)
	if r.Wrap {
		x0, y0 = dice.Intn(r.N), dice.Intn(r.N)
	}
	var border [][2]int
	for i := range w {
		for j := range h {
			if i == 0 || j == 0 || i == w-1 || j == h-1 {
				border = append(border, [2]int{(x0 + i) % r.N, (y0 + j) % r.N})
			}
		}
	}
	s := State{N: int16(r.N)}
	last := dice.Intn(len(border))
	for i, c := range border {
		if i != last {
			s.giveCell(1, c[0], c[1])
		}
	}
	s.giveCell(1, border[last][0], border[last][1])
	r.fences(&s, 1, border[last][0], border[last][1])
	want := (w - 2) * (h - 2)
	if w > r.MaxSide || h > r.MaxSide {
		want = 0
	}
	if int(s.Gained) != want {
		t.Fatalf("a ring of %d x %d at %d,%d closed at %v won %d cells, not %d", w, h, x0, y0, border[last], s.Gained, want)
	}
	if f := s.Closed[0]; want > 0 && f != (Fence{uint8(x0), uint8(y0), uint8(w), uint8(h), uint16(want)}) {
		t.Fatalf("a ring of %d x %d at %d,%d was recorded as %+v", w, h, x0, y0, f)
	}
}
