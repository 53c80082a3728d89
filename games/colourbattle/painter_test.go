package colourbattle

import (
	"testing"

	"agon/game"
)

// field plays games of a line-up of built-ins and returns the mean share of each seat.
func field(t testing.TB, kind *game.Kind, bots []string, params []map[string]any, games, rounds int) []float64 {
	t.Helper()
	settings, err := kind.Settings(map[string]any{"rounds": rounds})
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	shares := make([]float64, len(bots))
	var reply game.Reply
	for seed := range games {
		if err := table.Deal(int64(seed), len(bots)); err != nil {
			t.Fatal(err)
		}
		for i, name := range bots {
			var p map[string]any
			if params != nil {
				p = params[i]
			}
			native, err := kind.Builtin(name, p)
			if err != nil {
				t.Fatal(err)
			}
			table.Sit(game.Seat(i), native)
		}
		for !table.Over() {
			for seat := range bots {
				table.Think(game.Seat(seat), &reply)
			}
			table.Step()
		}
		for seat := range bots {
			shares[seat] += table.Outcome(game.Seat(seat)).Score / float64(games)
		}
	}
	return shares
}

// The painter beats ten Steves and ten Rambos: it holds half as much again as the best of them.
func TestPainterBeatsTheSimpleOnes(t *testing.T) {
	bots := []string{"painter"}
	for range 10 {
		bots = append(bots, "steve", "rambo")
	}
	shares := field(t, game.New(Spec), bots, nil, 40, 1000)
	best := 0.0
	for _, share := range shares[1:] {
		best = max(best, share)
	}
	t.Logf("painter %.2f %%, the best of the others %.2f %%", shares[0], best)
	if shares[0] < 1.5*best {
		t.Errorf("the painter holds %.2f %%, the best of the others %.2f %%", shares[0], best)
	}
}
