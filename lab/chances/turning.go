package chances

import (
	"cmp"
	"math"
	"slices"

	"agon/game"
)

// A Turning is a part of the game in which a seat lost much.
type Turning struct {
	Seat          game.Seat
	From, To      int // turns played before and after it
	Before, After Chance

	Turn   int     // from 1: the move in it that cost most, as far as was looked; 0: none is known to have been wrong
	Made   Option  // the move that was made
	Better *Option // the best other one; nil with Turn 0
}

// An Option is a move with the chance of the seat after it.
type Option struct {
	Word string // "!late" for a fault
	Chance
}

// How much is looked at for each turning.
const (
	mostMoves  = 6 // of the seat
	mostWords  = 5 // other moves in place of one
	sureErrors = 3 // standard errors of a difference that counts, since many are looked at
	leastLost  = 0.01
	roughly    = 4 // first all moves are looked at with a part of the playouts,
	closely    = 2 // turns looked at again: those that may have cost most
)

// Turnings returns the parts of a curve in which a seat lost most, at most some, the first of them first; for every seat if seat is below
// 0.
func (e *Estimator) Turnings(curve []Point, seat game.Seat, most int) ([]Turning, error) {
	var list []Turning
	for i, after := range curve[1:] {
		for s := range after.Chances {
			before, now := curve[i].Chances[s], after.Chances[s]
			lost := before.Mean - now.Mean
			if (seat < 0 || s == int(seat)) && lost > max(leastLost, sureErrors*math.Hypot(before.Err, now.Err)) {
				list = append(list, Turning{Seat: game.Seat(s), From: curve[i].Turns, To: after.Turns, Before: before, After: now})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Turning) int { return cmp.Compare(b.Before.Mean-b.After.Mean, a.Before.Mean-a.After.Mean) })
	list = list[:min(len(list), most)]
	slices.SortStableFunc(list, func(a, b Turning) int { return cmp.Compare(a.From, b.From) })
	for i := range list {
		if err := e.blame(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// blame finds the move of a turning that cost most.
func (e *Estimator) blame(t *Turning) error {
	var turns []int
	_, r, err := e.position(t.From)
	if err != nil {
		return err
	}
	for at := t.From; at < t.To; at++ {
		if owes(r, t.Seat) {
			turns = append(turns, at)
		}
		if _, err := r.Next(); err != nil {
			return err
		}
	}
	if len(turns) > mostMoves {
		spread := make([]int, mostMoves)
		for i := range spread {
			spread[i] = turns[(i+1)*len(turns)/mostMoves-1]
		}
		turns = spread
	}
	rough := make([]float64, len(turns)) // what each may have cost
	err = each(len(turns), func(i int) error {
		look := *t
		best, err := e.compare(&look, turns[i], max(leastPlayouts, e.Playouts/roughly))
		rough[i] = best - look.Made.Mean
		return err
	})
	if err != nil {
		return err
	}
	order := make([]int, len(turns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rough[b], rough[a]) })
	order = order[:min(len(order), closely)]
	found := make([]Turning, len(order))
	err = each(len(order), func(i int) error {
		found[i] = *t
		_, err := e.compare(&found[i], turns[order[i]], e.Playouts)
		return err
	})
	if err != nil {
		return err
	}
	cost := 0.0
	for i := range found {
		if f := &found[i]; f.Better != nil && f.Better.Mean-f.Made.Mean > cost {
			cost, *t = f.Better.Mean-f.Made.Mean, *f
		}
	}
	return nil
}

// compare compares the move of a turn with others, and returns the best chance after another one.
func (e *Estimator) compare(t *Turning, turns, playouts int) (best float64, err error) {
	p, r, err := e.position(turns)
	if err != nil {
		return 0, err
	}
	p.moves = map[game.Seat]say{}
	for seat := range e.record.Seats {
		if word, why, _, ok := r.Coming(game.Seat(seat)); ok {
			p.moves[game.Seat(seat)] = say{word, why}
		}
	}
	made := p.moves[t.Seat]
	look := func(s say) (Option, error) {
		p.moves[t.Seat] = s
		chances, err := e.estimate(p, playouts)
		if err != nil {
			return Option{}, err
		}
		if s.why != game.NoFault {
			s.word = "!" + s.why.String()
		}
		return Option{s.word, chances[t.Seat]}, nil
	}
	if t.Made, err = look(made); err != nil {
		return 0, err
	}
	looked := 0
	for _, word := range e.record.Words {
		if word == made.word || looked == mostWords || r.Table.Try(t.Seat, word) != nil {
			continue
		}
		looked++
		o, err := look(say{word: word})
		if err != nil {
			return 0, err
		}
		best = max(best, o.Mean)
		if o.Mean-t.Made.Mean > sureErrors*math.Hypot(o.Err, t.Made.Err) && (t.Better == nil || o.Mean > t.Better.Mean) {
			t.Turn, t.Better = turns+1, &o
		}
	}
	return best, nil
}
