package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"agon/format/tournament"
	"agon/format/tournament/compare"
)

// comparedRow returns the row of agon compare: the games that it needs for a true difference of 50 rating points, against a test of a fixed number
// of games that finds the difference as often. No games are played, and no time counts: results are drawn.
func comparedRow() row {
	return row{"compare: games to a verdict at a difference of 50 rating points, against a fixed test of equal power", "0.6x, 5 % wrong", comparedGames}
}

// comparisonsOfRow is the number of comparisons that are simulated.
const comparisonsOfRow = 2000

func comparedGames(context.Context) (string, bool, error) {
	games, better, err := comparisons(50)
	if err != nil {
		return "", false, err
	}
	_, wrong, err := comparisons(0)
	if err != nil {
		return "", false, err
	}
	// With a fixed number of games a test of both sides at 5 % finds the difference d with the probability of power if d is 1.96 and its quantile standard errors.
	const wins = 0.5714631174 // of the better one: 1/(1+10^(-50/400))
	power := min(better, 1-0.5/comparisonsOfRow)
	errors := 1.959964 + math.Sqrt2*math.Erfinv(2*power-1)
	fixed := errors * errors * wins * (1 - wins) / ((wins - 0.5) * (wins - 0.5))
	return fmt.Sprintf("%.0f games, %.1f %% found; a fixed test that finds as many needs %.0f: %.2fx; %.1f %% of %d comparisons of equals found a better one",
		games, 100*better, fixed, games/fixed, 100*wrong, comparisonsOfRow), games <= 0.6*fixed && wrong <= 0.05, nil
}

// comparisons returns the mean number of games of comparisons of two bots with a difference in rating points, and which part of them calls the second
// one better; of two equal ones also those that call it worse.
func comparisons(points float64) (games, found float64, err error) {
	format, err := compare.Spec.Make(map[string]any{"games": 4000})
	if err != nil {
		return 0, 0, err
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
				return 0, 0, err
			}
			for _, x := range fixtures {
				result := tournament.Result{Fixture: x.ID, Seats: []tournament.Seat{{Place: 1}, {Place: 2}}}
				if (r.Float64() < wins) == (x.Seats[0] == 0) {
					result.Seats[0].Place, result.Seats[1].Place = 2, 1
				}
				if _, err := l.Enter(result); err != nil {
					return 0, 0, err
				}
			}
		}
		m := format.(*compare.Format).Measure(f, l.All())
		games += float64(m.Games) / comparisonsOfRow
		if m.Answer == compare.Better || points == 0 && m.Answer == compare.Worse {
			found += 1.0 / comparisonsOfRow
		}
	}
	return games, found, nil
}
