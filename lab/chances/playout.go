package chances

import (
	"agon/format/rating"
	"agon/game"
)

// Options say how the rest of a game is played. The zero value has the defaults.
type Options struct {
	Bot      string // the built-in bot that plays on; empty: the kind's Quick
	Playouts int    // of each position; 0: as many as the budget allows
	Points   int    // most turns of a curve; 0: 40
	Budget   int    // moves of all playouts of a curve, about; 0: 1 500 000
}

const (
	usualPoints   = 40
	usualBudget   = 1_500_000
	leastPlayouts = 4
	mostPlayouts  = 24
	slips         = 10 // percent of the moves
)

// A Chance is an estimate of a seat's points, from 0 to 1, with its standard error.
type Chance struct{ Mean, Err float64 }

// An Estimator plays on from positions of a recorded game.
type Estimator struct {
	Bot      string // the bot that plays on
	Playouts int    // of each position

	kind   *game.Kind
	record *game.Record
	points []int // turns after which the curve is estimated
	bot    game.BuiltinBot
}

// New returns an estimator for a recorded game.
func New(k *game.Kind, rec *game.Record, o Options) (*Estimator, error) {
	if err := k.Searchable(); err != nil {
		return nil, err
	}
	e := &Estimator{Bot: o.Bot, Playouts: o.Playouts, kind: k, record: rec}
	if e.Bot == "" {
		e.Bot = k.Quick
	}
	var err error
	if e.bot, err = k.Erring(e.Bot, other(k, e.Bot), slips); err != nil {
		return nil, err
	}
	points, budget := o.Points, o.Budget
	if points <= 0 {
		points = usualPoints
	}
	if budget <= 0 {
		budget = usualBudget
	}
	each := max(rec.Turns*rec.Seats/2, 1) // moves of a playout, about
	points = max(min(points, rec.Turns, budget/each/leastPlayouts), 2)
	if e.Playouts <= 0 {
		e.Playouts = max(leastPlayouts, min(mostPlayouts, budget/each/points))
	}
	for i := range points {
		e.points = append(e.points, i*rec.Turns/points)
	}
	return e, nil
}

// other returns a built-in bot for the moves of another: "random" where the kind has it, else its weakest.
func other(k *game.Kind, name string) string {
	for _, b := range k.Builtins {
		if b.Name == "random" && name != "random" {
			return b.Name
		}
	}
	return k.Weakest
}

// A position is a game after some turns.
type position struct {
	made  *game.Record
	turn  int               // turns played
	moves map[game.Seat]say // those of the next turn that are made; the others are the bot's
}

// A say is a move as a word, or a fault.
type say struct {
	word string
	why  game.Fault
}

// position returns the position after some turns.
func (e *Estimator) position(turns int) (*position, *game.Rerun, error) {
	r, err := e.kind.Rerun(e.record)
	if err != nil {
		return nil, nil, err
	}
	for range turns {
		if _, err := r.Next(); err != nil {
			return nil, nil, err
		}
	}
	return &position{made: r.Table.Made(), turn: turns}, r, nil
}

// estimate plays a position on some times, and returns the chances by seat.
func (e *Estimator) estimate(p *position, playouts int) ([]Chance, error) {
	r, err := e.kind.Rerun(e.record)
	if err != nil {
		return nil, err
	}
	t, samples := r.Table, make([]rating.Sample, e.record.Seats)
	for n := range playouts {
		if err := e.playOut(t, p, int64(n)); err != nil {
			return nil, err
		}
		for seat, points := range pointsOf(t) {
			samples[seat].Add(points)
		}
	}
	return chances(samples), nil
}

// playOut plays the rest of a game once.
func (e *Estimator) playOut(t *game.Table, p *position, nth int64) error {
	if err := t.Deal(e.record.Seed, e.record.Seats); err != nil {
		return err
	}
	for r := t.Rerun(p.made); r.More(); {
		if _, err := r.Next(); err != nil {
			return err
		}
	}
	t.Imagine(game.SubSeed(e.record.Seed, int64(p.turn), nth, 0x6368616e6365))
	for seat := range e.record.Seats {
		t.Sit(game.Seat(seat), e.bot)
	}
	var reply game.Reply
	for first := true; !t.Over(); first = false {
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			reply.Reset()
			s, given := p.moves[seat]
			switch {
			case !first || !given:
				t.Think(seat, &reply)
			case s.why != game.NoFault:
				reply.Fault = s.why
				t.Take(seat, &reply)
			default:
				t.Play(seat, s.word, &reply)
			}
		}
		t.Step()
	}
	return nil
}

// pointsOf returns the points of each seat of a game that is over.
func pointsOf(t *game.Table) []float64 {
	points := make([]float64, t.Seats())
	for seat := range points {
		points[seat] = t.Points(game.Seat(seat))
	}
	return points
}

// chances returns samples as chances.
func chances(samples []rating.Sample) []Chance {
	list := make([]Chance, len(samples))
	for seat := range samples {
		s := &samples[seat]
		low, high := s.Interval(0, 1)
		list[seat] = Chance{rating.Round(s.Mean()), rating.Round((high - low) / 2 / 1.96)}
	}
	return list
}
