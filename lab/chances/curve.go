package chances

import (
	"runtime"

	"golang.org/x/sync/errgroup"

	"agon/format/rating"
	"agon/game"
)

// A Point is the chances of all seats after some turns.
type Point struct {
	Turns   int // played
	Chances []Chance
}

// Curve returns the chances along the game, the last of them the game's own end.
func (e *Estimator) Curve() ([]Point, error) {
	curve := make([]Point, len(e.points), len(e.points)+1)
	err := each(len(e.points), func(i int) error {
		p, _, err := e.position(e.points[i])
		if err != nil {
			return err
		}
		chances, err := e.estimate(p, e.Playouts)
		curve[i] = Point{p.turn, chances}
		return err
	})
	if err != nil {
		return nil, err
	}
	t, err := e.end()
	if err != nil {
		return nil, err
	}
	end := Point{Turns: e.record.Turns}
	for _, points := range pointsOf(t) {
		end.Chances = append(end.Chances, Chance{Mean: rating.Round(points)})
	}
	return append(curve, end), nil
}

// Places returns the places of the recorded game by seat, from 1.
func (e *Estimator) Places() ([]int, error) {
	t, err := e.end()
	if err != nil {
		return nil, err
	}
	places := make([]int, e.record.Seats)
	for seat := range places {
		places[seat] = t.Outcome(game.Seat(seat)).Place
	}
	return places, nil
}

// end returns the end of the recorded game.
func (e *Estimator) end() (*game.Table, error) {
	r, err := e.kind.Rerun(e.record)
	if err != nil {
		return nil, err
	}
	return r.Table, r.Finish()
}

// each calls do for all numbers below n, on all processors.
func each(n int, do func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU())
	for i := range n {
		g.Go(func() error { return do(i) })
	}
	return g.Wait()
}

// owes reports whether a seat makes a move in the next turn of a rerun.
func owes(r *game.Rerun, seat game.Seat) bool {
	set := r.Table.Owes()
	return set.Has(seat)
}
