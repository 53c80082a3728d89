package tournament_test

import (
	"fmt"

	"agon/format/tournament"
	"agon/format/tournament/roundrobin"
	"agon/game"
)

// A format plans games from a field and the results so far. It does not play them: the results here are made up.
func ExampleNext() {
	format, err := roundrobin.Spec.Make(nil)
	if err != nil {
		panic(err)
	}
	field := tournament.NewField(&game.Info{Name: "duel", MinSeats: 2, MaxSeats: 2, UsualSeats: 2}, game.Settings{}, 1, []int{0, 1, 2})
	ledger := tournament.NewLedger(0, 0)
	for {
		fixtures, over := tournament.Next(format, &field, ledger)
		if len(fixtures) == 0 {
			fmt.Println("over:", over)
			break
		}
		if err := ledger.Plan(fixtures...); err != nil {
			panic(err)
		}
		fmt.Println(len(fixtures), "games planned")
		for _, f := range fixtures {
			r := tournament.Result{Fixture: f.ID, Seats: make([]tournament.Seat, len(f.Seats))}
			for i, entry := range f.Seats { // the entry with the lower number wins
				r.Seats[i].Place = 1
				if entry != min(f.Seats[0], f.Seats[1]) {
					r.Seats[i].Place = 2
				}
			}
			if _, err := ledger.Enter(r); err != nil {
				panic(err)
			}
		}
	}
	for _, line := range format.Table(&field, ledger.All()).Standings {
		fmt.Println("rank", line.Rank, "entry", line.Entry)
	}
	// Output:
	// 2 games planned
	// 2 games planned
	// 2 games planned
	// over: true
	// rank 1 entry 0
	// rank 2 entry 1
	// rank 3 entry 2
}
