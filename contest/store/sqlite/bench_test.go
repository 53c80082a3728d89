package sqlite

import (
	"context"
	"path/filepath"
	"testing"

	"agon/contest/store"
	"agon/contest/store/storetest"
	"agon/format/tournament"
)

// BenchmarkRecord stores results of 21 seats, in batches as a run with many cores does, and one by one.
func BenchmarkRecord(b *testing.B) {
	for _, bench := range []struct {
		name  string
		batch int
	}{{"one by one", 1}, {"16 at once", 16}, {"256 at once", 256}} {
		b.Run(bench.name, func(b *testing.B) {
			ctx := context.Background()
			s, err := Open(ctx, filepath.Join(b.TempDir(), "ledger.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			next := 0
			for b.Loop() {
				fixtures := make([]tournament.Fixture, bench.batch)
				results := make([]tournament.Result, bench.batch)
				for i := range fixtures {
					fixtures[i] = tournament.Fixture{ID: next, Seats: make([]int, 21)}
					results[i] = tournament.Result{Fixture: next, Digest: 1 << 60, Rounds: 1000, Turns: 1000,
						Seats: make([]tournament.Seat, 21)}
					for seat := range results[i].Seats {
						results[i].Seats[seat] = tournament.Seat{Place: seat + 1, Score: 4.7123456789, Moves: 1000, Took: 123456,
							CPU: 123400}
					}
					next++
				}
				if err := s.Plan(ctx, fixtures...); err != nil {
					b.Fatal(err)
				}
				if _, err := s.Record(ctx, results...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(next)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkRows(b *testing.B) {
	path := filepath.Join(b.TempDir(), "ledger.db")
	storetest.Rows(b, func() (store.Store, error) { return Open(context.Background(), path) })
}
