package game_test

import (
	"slices"
	"testing"

	"agon/game"
)

// rolled returns some numbers of dice at a turn.
func rolled(seed int64, turn int, draws ...int) (list []int) {
	d := game.NewDice(seed, draws)
	d.Turn(turn)
	for range 20 {
		list = append(list, d.Intn(1000))
	}
	return list
}

func TestDiceAreAFunctionOfSeedAndTurn(t *testing.T) {
	if !slices.Equal(rolled(7, 3), rolled(7, 3)) {
		t.Error("one seed and turn, two rows of numbers")
	}
	if slices.Equal(rolled(7, 3), rolled(8, 3)) || slices.Equal(rolled(7, 3), rolled(7, 4)) {
		t.Error("another seed or turn gives the same numbers")
	}
	d := game.NewDice(7, nil)
	d.Turn(2)
	for range 1000 {
		d.Uint64()
	}
	d.Turn(3)
	var late []int
	for range 20 {
		late = append(late, d.Intn(1000))
	}
	if !slices.Equal(late, rolled(7, 3)) {
		t.Error("a turn depends on how many dice were rolled in the turn before")
	}
}

// Recorded games depend on these numbers: they must never change.
func TestDiceStayAsTheyAre(t *testing.T) {
	if got, want := rolled(1, 0)[:6], []int{92, 5, 762, 655, 649, 649}; !slices.Equal(got, want) {
		t.Errorf("seed 1 shows %v, want %v", got, want)
	}
	if got, want := game.SubSeed(1, 2, 3), int64(7282591859673176925); got != want {
		t.Errorf("SubSeed(1, 2, 3) is %d, want %d", got, want)
	}
}

func TestGivenDrawsComeFirst(t *testing.T) {
	d := game.NewDice(5, []int{4, 13, -1})
	d.Turn(0)
	if got := []int{d.Intn(10), d.Intn(10), d.Intn(10)}; !slices.Equal(got, []int{4, 3, 9}) {
		t.Errorf("draws 4, 13 and -1 of ten are shown as %v, want 4, 3 and 9", got)
	}
	plain := game.NewDice(5, nil)
	plain.Turn(0)
	if a, b := d.Intn(1000), plain.Intn(1000); a != b {
		t.Errorf("after the draws the dice show %d, want %d as without draws", a, b)
	}
	e := game.NewDice(5, []int{1})
	e.Turn(0)
	first := e.Uint64()
	if e.Turn(0); e.Intn(7) != 1 || first == 1 {
		t.Error("Uint64 takes a given draw")
	}
}

func TestIntnIsUniform(t *testing.T) {
	d := game.NewDice(3, nil)
	d.Turn(0)
	var counts [6]int
	const rolls = 60000
	for range rolls {
		counts[d.Intn(6)]++
	}
	for side, n := range counts {
		if n < rolls/6-500 || n > rolls/6+500 { // five standard deviations
			t.Errorf("%d is shown %d times in %d", side, n, rolls)
		}
	}
}

func TestShuffleMakesEveryOrder(t *testing.T) {
	d := game.NewDice(3, nil)
	d.Turn(0)
	seen := map[[3]int]int{}
	for range 6000 {
		order := [3]int{0, 1, 2}
		d.Shuffle(3, func(i, j int) { order[i], order[j] = order[j], order[i] })
		seen[order]++
	}
	if len(seen) != 6 {
		t.Errorf("%d orders of three, want 6", len(seen))
	}
	for order, n := range seen {
		if n < 850 || n > 1150 {
			t.Errorf("order %v comes up %d times in 6000", order, n)
		}
	}
}
