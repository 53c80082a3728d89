package ladder

import (
	"testing"

	"agon/format/tournament"
)

// large returns a ladder of 3000 bots after this many rounds of play.
func large(b *testing.B, rounds int) (*world, *tournament.Ledger, *format) {
	w, l, format := newWorld(3000, spreadOfGrowth, 1), tournament.NewLedger(0, 0), made(b, nil)
	for range rounds {
		w.round(b, l, format)
	}
	return w, l, format
}

// BenchmarkPlan plans a round of play of 3000 bots: it takes the new results, and chooses 1500 matches or more.
func BenchmarkPlan(b *testing.B) {
	w, l, format := large(b, 20)
	for b.Loop() {
		fixtures, _ := format.Plan(w.field, l.All(), 20)
		b.ReportMetric(float64(len(fixtures)), "games")
	}
}

// BenchmarkTable computes the table of 3000 bots after 60 000 games, with 199 draws of all strengths.
func BenchmarkTable(b *testing.B) {
	w, l, format := large(b, 20)
	for b.Loop() {
		format.Table(w.field, l.All())
	}
}
