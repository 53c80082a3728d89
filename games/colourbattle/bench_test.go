package colourbattle

import (
	"testing"

	"agon/game"
)

// BenchmarkStep plays rounds of 21 bots on a canvas of 37x37.
func BenchmarkStep(b *testing.B) {
	settings, err := game.New(Spec).Settings(map[string]any{"rounds": 1_000_000})
	if err != nil {
		b.Fatal(err)
	}
	laws, err := Spec.Rules(settings)
	if err != nil {
		b.Fatal(err)
	}
	var s State
	d := game.NewDice(1, nil)
	if err := laws.Deal(&s, 21, &d); err != nil {
		b.Fatal(err)
	}
	moves := make([]game.Move[Move], game.MaxSeats)
	for i := range moves {
		moves[i].Value = Move(1 + i%5)
	}
	b.ReportAllocs()
	n := 0
	for ; b.Loop(); n++ {
		moves[n%21].Value = Move(1 + (n*7+n/13)%5)
		laws.Step(&s, moves, &d)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rounds/s")
}
