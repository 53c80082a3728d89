//go:build linux

package all

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"agon/format/tournament"
)

// Benchmarks of the plans and tables of long contests, in processor time on one core. No games are played: results are drawn from known
// strengths.

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkRoundRobin plays a whole round-robin of 300 bots, best of three, and reports the time of planning alone.
func BenchmarkRoundRobin(b *testing.B) {
	for b.Loop() {
		format, f, truth := stageOf(b, "round-robin", map[string]any{"best_of": 3}, 300)
		l, r := tournament.NewLedger(0, 0), rand.New(rand.NewPCG(1, 3))
		var spent time.Duration
		for {
			begin := processorTime()
			fixtures, over := tournament.Next(format, f, l)
			spent += processorTime() - begin
			if over {
				break
			}
			enter(b, l, fixtures, truth, r)
		}
		b.ReportMetric(spent.Seconds(), "cpu-s")
		b.ReportMetric(float64(l.Done()), "games")
	}
}

// longStages are the stages of a million games.
var longStages = []struct {
	name string
	keys map[string]any
}{{"ladder", nil}, {"arena", map[string]any{"games": 2_000_000, "seats": 2}}}

// BenchmarkLongPlan plans a round after a million games: the second time, as in a run that has processed the rounds before.
func BenchmarkLongPlan(b *testing.B) {
	for _, stage := range longStages {
		b.Run(stage.name, func(b *testing.B) {
			format, f, l := million(b, stage.name, stage.keys)
			format.Plan(f, l.All(), l.Rounds())
			for b.Loop() {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				begin := processorTime()
				fixtures, _ := format.Plan(f, l.All(), l.Rounds())
				b.ReportMetric((processorTime() - begin).Seconds(), "cpu-s")
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64((after.TotalAlloc-before.TotalAlloc)>>20), "MB")
				b.ReportMetric(float64(len(fixtures)), "games")
			}
		})
	}
}

// BenchmarkLongTable computes the table after a million games, the second time too.
func BenchmarkLongTable(b *testing.B) {
	for _, stage := range longStages {
		b.Run(stage.name, func(b *testing.B) {
			format, f, l := million(b, stage.name, stage.keys)
			format.Table(f, l.All())
			for b.Loop() {
				begin := processorTime()
				format.Table(f, l.All())
				b.ReportMetric((processorTime() - begin).Seconds(), "cpu-s")
			}
		})
	}
}

// stageOf returns a stage of bots with known strengths, best first.
func stageOf(b *testing.B, name string, keys map[string]any, bots int) (tournament.Format, *tournament.Field, []float64) {
	b.Helper()
	spec, err := tournament.Find(Formats, name)
	if err != nil {
		b.Fatal(err)
	}
	format, err := spec.Make(keys)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	f, truth := &tournament.Field{Seed: 1, MinSeats: 2, MaxSeats: 8}, make([]float64, bots)
	for i := range truth {
		f.Entries = append(f.Entries, i)
		truth[i] = r.NormFloat64()
	}
	slices.SortFunc(truth, func(a, b float64) int { return cmp.Compare(b, a) })
	if err := format.Check(f); err != nil {
		b.Fatal(err)
	}
	return format, f, truth
}

// million returns a stage of 5000 bots after a million games of two: each start from both seats, four of five between neighbours.
func million(b *testing.B, name string, keys map[string]any) (tournament.Format, *tournament.Field, *tournament.Ledger) {
	const bots, games = 5000, 1_000_000
	format, f, truth := stageOf(b, name, keys, bots)
	l, r := tournament.NewLedger(0, 0), rand.New(rand.NewPCG(1, 4))
	for id, round := 0, 0; id < games; round++ {
		var fixtures []tournament.Fixture
		for range min(max(bots/2, id/32), (games-id)/2) {
			one := r.IntN(bots)
			two := (one + 1 + r.IntN(60)) % bots
			if r.IntN(5) == 0 {
				two = (one + 1 + r.IntN(bots-1)) % bots
			}
			for nth, seats := range [][]int{{one, two}, {two, one}} {
				fixtures = append(fixtures, tournament.Fixture{ID: id, Round: round, Match: id / 2, Game: nth, Seats: seats,
					Seed: int64(id)})
				id++
			}
		}
		enter(b, l, fixtures, truth, r)
	}
	return format, f, l
}

// enter plans games and enters their results.
func enter(b *testing.B, l *tournament.Ledger, fixtures []tournament.Fixture, truth []float64, r *rand.Rand) {
	if err := l.Plan(fixtures...); err != nil {
		b.Fatal(err)
	}
	for _, x := range fixtures {
		result := tournament.Result{Fixture: x.ID, Seats: []tournament.Seat{{Place: 1, Score: r.Float64(), Moves: 1}, {Place: 2,
			Score: r.Float64(), Moves: 1}}}
		if r.Float64() > 1/(1+math.Exp(truth[x.Seats[1]]-truth[x.Seats[0]])) {
			result.Seats[0].Place, result.Seats[1].Place = 2, 1
		}
		if _, err := l.Enter(result); err != nil {
			b.Fatal(err)
		}
	}
}
