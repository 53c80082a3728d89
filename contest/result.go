package contest

import (
	"agon/game"
	"agon/tournament"
	"agon/worker"
)

// ResultOf is what a played game counts for in a ledger.
func ResultOf(g worker.Game) tournament.Result {
	r := tournament.Result{Fixture: int(g.Fixture.ID), Rounds: g.Record.Rounds, Turns: g.Record.Turns, Digest: g.Record.Digest}
	for seat, t := range g.Seats {
		o := g.Table.Outcome(game.Seat(seat))
		s := tournament.Seat{Place: o.Place, Score: o.Score, Moves: t.Moves, Took: micros(t.Took), CPU: micros(t.CPU), Stall: micros(t.Stall), OnTime: t.OnTime}
		for why, n := range t.Faults {
			if s.Faults == nil {
				s.Faults = map[string]int{}
			}
			s.Faults[why.String()] = n
		}
		r.Seats = append(r.Seats, s)
	}
	return r
}
