package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"agon/format/tournament"
)

// comparisonsOfRow is the number of comparisons that are simulated.
const comparisonsOfRow = 2000

// BenchmarkGames reports the games that a comparison needs for a true difference of 50 rating points, against a test of a fixed number
// of games that finds the difference as often. No games are played, and no time counts: results are drawn.
func BenchmarkGames(b *testing.B) {
	for b.Loop() {
		games, better := comparisons(b, 50)
		_, wrong := comparisons(b, 0)
		// With a fixed number of games a test of both sides at 5 % finds the difference d with the probability of power if d is 1.96 and
		// its quantile standard errors.
		const wins = 0.5714631174 // of the better one: 1/(1+10^(-50/400))
		power := min(better, 1-0.5/comparisonsOfRow)
		errors := 1.959964 + math.Sqrt2*math.Erfinv(2*power-1)
		fixed := errors * errors * wins * (1 - wins) / ((wins - 0.5) * (wins - 0.5))
		b.ReportMetric(games, "games")
		b.ReportMetric(100*better, "%found")
		b.ReportMetric(games/fixed, "ratio")
		b.ReportMetric(100*wrong, "%wrong")
	}
}

// comparisons returns the mean number of games of comparisons of two bots with a difference in rating points, and which part of them
// calls the second one better; of two equal ones also those that call it worse.
func comparisons(b *testing.B, points float64) (games, found float64) {
	b.Helper()
	format, err := Spec.Make(map[string]any{"games": 4000})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(50, uint64(points)))
	wins := 1 / (1 + math.Pow(10, -points/400))
	for range comparisonsOfRow {
		f := &tournament.Field{Seed: 1, Entries: []int{0, 1}, MinSeats: 2, MaxSeats: 2}
		l := tournament.NewLedger(0, 0)
		for {
			fixtures, over := tournament.Next(format, f, l)
			if over {
				break
			}
			if err := l.Plan(fixtures...); err != nil {
				b.Fatal(err)
			}
			for _, x := range fixtures {
				result := tournament.Result{Fixture: x.ID, Seats: []tournament.Seat{{Place: 1}, {Place: 2}}}
				if (r.Float64() < wins) == (x.Seats[0] == 0) {
					result.Seats[0].Place, result.Seats[1].Place = 2, 1
				}
				if _, err := l.Enter(result); err != nil {
					b.Fatal(err)
				}
			}
		}
		m := format.(*Format).Measure(f, l.All())
		games += float64(m.Games) / comparisonsOfRow
		if m.Answer == Better || points == 0 && m.Answer == Worse {
			found += 1.0 / comparisonsOfRow
		}
	}
	return games, found
}
