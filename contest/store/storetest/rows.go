package storetest

import (
	"context"
	"math/rand/v2"
	"testing"

	"agon/format/tournament"
)

// Rows measures how long a store takes to record the result of a game of two seats, 1000 in a call. It reports ns/row.
func Rows(b *testing.B, open Opener) {
	const batch = 1000
	ctx := context.Background()
	s, err := open()
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	dice := rand.New(rand.NewPCG(1, 1))
	rows := 0
	for b.Loop() {
		b.StopTimer()
		fixtures := make([]tournament.Fixture, batch)
		results := make([]tournament.Result, batch)
		for i := range fixtures {
			seats := make([]tournament.Seat, 2)
			for seat := range seats {
				seats[seat] = tournament.Seat{Place: seat + 1, Score: dice.Float64(), Moves: 100, Took: 123456, CPU: 123400}
			}
			fixtures[i] = tournament.Fixture{ID: rows, Match: rows, Seats: []int{dice.IntN(50), 50 + dice.IntN(50)}, Seed: dice.Int64()}
			results[i] = tournament.Result{Fixture: rows, Digest: dice.Uint64(), Rounds: 100, Turns: 100, Seats: seats}
			rows++
		}
		if err := s.Plan(ctx, fixtures...); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := s.Record(ctx, results...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}
