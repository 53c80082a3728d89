package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"agon/format/tournament"
	"agon/format/tournament/all"
)

// planRows returns the rows of plans and tables of long contests, in processor time on one core. No games are played: results are drawn
// from known strengths.
func planRows() []row {
	return []row{
		{"plans: a round-robin of 300 bots, best of three, all planning calls together", "2 s", roundRobinPlans},
		{"plans: the next round of a ladder of 5000 bots after 1 M games", "1 s", nextRound("ladder", nil, time.Second)},
		{"plans: the next round of an arena of 5000 bots, two a game, after 1 M games", "1 s, 100 MB", nextRound("arena", map[string]any{"games": 2_000_000, "seats": 2}, time.Second)},
		{"plans: the table of a ladder of 5000 bots after 1 M games", "1 s", tableOf("ladder", nil)},
		{"plans: agon run on a ladder of 5000 bots with 1 M games, up to its next round", "5 s, 500 MB", resumeOfMillion},
		{"plans: the table of an arena of 5000 bots, two a game, after 1 M games", "1 s", tableOf("arena", map[string]any{"games": 2_000_000, "seats": 2})},
	}
}

// roundRobinPlans plays a whole round-robin and adds up the time of planning.
func roundRobinPlans(context.Context) (string, bool, error) {
	best := time.Duration(math.MaxInt64)
	games := 0
	for range turns {
		format, f, truth, err := stageOf("round-robin", map[string]any{"best_of": 3}, 300)
		if err != nil {
			return "", false, err
		}
		l, r := tournament.NewLedger(0, 0), rand.New(rand.NewPCG(1, 3))
		var spent time.Duration
		for {
			begin := processorTime()
			fixtures, over := tournament.Next(format, f, l)
			spent += processorTime() - begin
			if over {
				break
			}
			if err := enter(l, fixtures, truth, r); err != nil {
				return "", false, err
			}
		}
		best, games = min(best, spent), l.Done()
	}
	return fmt.Sprintf("%.2f s of processor time for %d games", best.Seconds(), games), best <= 2*time.Second, nil
}

// nextRound plans a round after a million games: the second time, as in a run that has processed the rounds before.
func nextRound(name string, keys map[string]any, most time.Duration) func(context.Context) (string, bool, error) {
	return func(context.Context) (string, bool, error) {
		format, f, l, err := million(name, keys)
		if err != nil {
			return "", false, err
		}
		format.Plan(f, l.All(), l.Rounds())
		best, allocated, games := time.Duration(math.MaxInt64), uint64(math.MaxUint64), 0
		for range turns {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := processorTime()
			fixtures, _ := format.Plan(f, l.All(), l.Rounds())
			best, games = min(best, processorTime()-begin), len(fixtures)
			runtime.ReadMemStats(&after)
			allocated = min(allocated, after.TotalAlloc-before.TotalAlloc)
		}
		return fmt.Sprintf("%.2f s of processor time for %d games, %d MB allocated", best.Seconds(), games, allocated>>20), best <= most && allocated <= 100<<20, nil
	}
}

func tableOf(name string, keys map[string]any) func(context.Context) (string, bool, error) {
	return func(context.Context) (string, bool, error) {
		format, f, l, err := million(name, keys)
		if err != nil {
			return "", false, err
		}
		format.Table(f, l.All())
		best := time.Duration(math.MaxInt64)
		for range turns {
			begin := processorTime()
			format.Table(f, l.All())
			best = min(best, processorTime()-begin)
		}
		return fmt.Sprintf("%.2f s of processor time", best.Seconds()), best <= time.Second, nil
	}
}

// stageOf returns a stage of bots with known strengths, best first.
func stageOf(name string, keys map[string]any, bots int) (tournament.Format, *tournament.Field, []float64, error) {
	spec, err := tournament.Find(all.Formats, name)
	if err != nil {
		return nil, nil, nil, err
	}
	format, err := spec.Make(keys)
	if err != nil {
		return nil, nil, nil, err
	}
	r := rand.New(rand.NewPCG(1, 2))
	f, truth := &tournament.Field{Seed: 1, MinSeats: 2, MaxSeats: 8}, make([]float64, bots)
	for i := range truth {
		f.Entries = append(f.Entries, i)
		truth[i] = r.NormFloat64()
	}
	slices.SortFunc(truth, func(a, b float64) int { return cmp.Compare(b, a) })
	return format, f, truth, format.Check(f)
}

// million returns a stage of 5000 bots after a million games of two: each start from both seats, four of five between neighbours.
func million(name string, keys map[string]any) (tournament.Format, *tournament.Field, *tournament.Ledger, error) {
	const bots, games = 5000, 1_000_000
	format, f, truth, err := stageOf(name, keys, bots)
	if err != nil {
		return nil, nil, nil, err
	}
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
				fixtures = append(fixtures, tournament.Fixture{ID: id, Round: round, Match: id / 2, Game: nth, Seats: seats, Seed: int64(id)})
				id++
			}
		}
		if err := enter(l, fixtures, truth, r); err != nil {
			return nil, nil, nil, err
		}
	}
	return format, f, l, nil
}

// enter plans games and enters their results.
func enter(l *tournament.Ledger, fixtures []tournament.Fixture, truth []float64, r *rand.Rand) error {
	if err := l.Plan(fixtures...); err != nil {
		return err
	}
	for _, x := range fixtures {
		result := tournament.Result{Fixture: x.ID, Seats: []tournament.Seat{{Place: 1, Score: r.Float64(), Moves: 1}, {Place: 2, Score: r.Float64(), Moves: 1}}}
		if r.Float64() > 1/(1+math.Exp(truth[x.Seats[1]]-truth[x.Seats[0]])) {
			result.Seats[0].Place, result.Seats[1].Place = 2, 1
		}
		if _, err := l.Enter(result); err != nil {
			return err
		}
	}
	return nil
}
