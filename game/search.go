package game

import (
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// A Model is a game as bots look at it that know its rules alone: [Greedy] and [TreeSearch]. P is a position, which is never changed.
type Model[P any] interface {
	// Owes returns the seats that owe a move; none once the game is over.
	Owes(p P) Seats
	// Moves returns the moves that a seat may make, as the numbers that Step takes; nothing where the rules list none. They are valid until
	// the next call.
	Moves(p P, seat Seat) []int
	// Step plays a turn: by seat the number of a move, or [NoMove]. The error is the rules' own.
	Step(p P, chosen []int, d *Dice) (P, error)
	// Outcomes returns what each seat has reached so far.
	Outcomes(p P) []Outcome
}

// NoMove stands for a seat that has no move to choose.
const NoMove = -1

// ByLot returns one of the moves that a seat may make.
func ByLot[P any](m Model[P], p P, seat Seat, d *Dice) int {
	moves := m.Moves(p, seat)
	if len(moves) == 0 {
		return NoMove
	}
	return moves[d.Intn(len(moves))]
}

// allByLot has every seat that owes a move choose by lot. chosen is indexed by seat.
func allByLot[P any](m Model[P], p P, chosen []int, d *Dice) {
	owes := m.Owes(p)
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		chosen[seat] = ByLot(m, p, seat, d)
	}
}

// Greedy returns the move after which a seat stands best, the others moving by lot, and of equal ones any.
func Greedy[P any](m Model[P], p P, seat Seat, d *Dice) (int, error) {
	moves := slices.Clone(m.Moves(p, seat))
	if len(moves) < 2 {
		return ByLot(m, p, seat, d), nil
	}
	chosen := make([]int, len(m.Outcomes(p)))
	allByLot(m, p, chosen, d)
	best, equal, move := math.Inf(-1), 0, NoMove
	for _, x := range moves {
		chosen[seat] = x
		next, err := m.Step(p, chosen, imagined(d))
		if err != nil {
			return NoMove, err
		}
		value := lead(m.Outcomes(next), seat)
		switch {
		case value > best:
			best, equal, move = value, 1, x
		case value == best:
			if equal++; d.Intn(equal) == 0 {
				move = x
			}
		}
	}
	return move, nil
}

// imagined returns dice of what might happen.
func imagined(d *Dice) *Dice {
	dice := NewDice(int64(d.Uint64()>>1), nil)
	dice.Turn(0)
	return &dice
}

// lead values outcomes for a seat: its lead over the best of the others, and a little of its place.
func lead(outcomes []Outcome, seat Seat) float64 {
	if int(seat) >= len(outcomes) {
		return 0
	}
	others := math.Inf(-1)
	for other, o := range outcomes {
		if other != int(seat) {
			others = max(others, o.Score)
		}
	}
	if math.IsInf(others, -1) {
		return outcomes[seat].Score
	}
	return outcomes[seat].Score - others - float64(1e-3*float64(outcomes[seat].Place))
}

// A Budget is what a search may use for a move. At least one of the two must be above 0.
type Budget struct {
	Time     time.Duration // 0: playouts alone count, and equal games are equal
	Playouts int           // 0: as many as the time allows
}

// searchParams are the parameters of a search as a built-in bot.
var searchParams = []Option{
	{Name: "ms", Default: 50, Min: 0, Max: 60_000, About: "milliseconds for a move; 0: playouts alone count, and equal games are equal"},
	{Name: "playouts", Default: 0, Min: 0, Max: 1_000_000, About: "playouts for a move; 0: as many as its time allows, or 100 without one"},
}

// BudgetOf returns the budget that parameters of [SearcherInfos] name; of a bot without any it is empty.
func BudgetOf(p Settings) Budget {
	if _, searches := p.values["ms"]; !searches {
		return Budget{}
	}
	b := Budget{Time: Millis(p.Int("ms")), Playouts: p.Int("playouts")}
	if b.Time == 0 && b.Playouts == 0 {
		b.Playouts = 100
	}
	return b
}

// spare is how much of a short move's time is left at least, up to half of it: the garbage collector works on this thread too.
const spare = 6 * time.Millisecond

// Within returns the budget as far as the clock of the move allows it. Without a clock, or a limit, it is the same.
func (b Budget) Within(clock Timer) Budget {
	if clock == nil || b.Time == 0 || clock.Limit() == 0 {
		return b
	}
	limit := time.Duration(clock.Limit()) * time.Microsecond
	left := limit - time.Duration(clock.Spent())*time.Microsecond - max(limit/10, min(spare, limit/2))
	b.Time = min(b.Time, max(left, 1))
	return b
}

// A node is a position in a search, with what came of it.
type node[P any] struct {
	at     P
	visits int
	seats  []choices // by seat that owes a move
	next   map[string]*node[P]
}

// choices are the moves of one seat in a node.
type choices struct {
	seat   Seat
	moves  []int
	visits []int
	points []float64
}

// A search looks ahead from one position.
type search[P any] struct {
	model  Model[P]
	dice   *Dice
	chosen []int
}

const (
	explore        = 1.2 // the constant of UCB1 for points from 0 to 1
	longestPlayout = 400 // turns of a playout: what is longer is valued as it stands
)

// TreeSearch returns the move that Monte Carlo tree search has tried most. Seats that move at once choose each by their own figures.
func TreeSearch[P any](m Model[P], p P, seat Seat, b Budget, d *Dice) (int, error) {
	if len(m.Moves(p, seat)) < 2 {
		return ByLot(m, p, seat, d), nil
	}
	x := &search[P]{model: m, dice: d, chosen: make([]int, len(m.Outcomes(p)))}
	root := &node[P]{at: p}
	end := time.Now().Add(b.Time)
	for n := 0; (b.Playouts == 0 || n < b.Playouts) && (b.Time == 0 || n == 0 || time.Now().Before(end)); n++ {
		if _, err := x.visit(root); err != nil {
			return NoMove, err
		}
	}
	for i := range root.seats {
		if c := &root.seats[i]; c.seat == seat {
			return c.most(), nil
		}
	}
	return ByLot(m, p, seat, d), nil
}

// most returns the move that was tried most.
func (c *choices) most() int {
	best := 0
	for i, visits := range c.visits {
		if visits > c.visits[best] {
			best = i
		}
	}
	return c.moves[best]
}

// pick returns the move to try: one that was not tried yet, or the one of the highest upper bound.
func (c *choices) pick(visits int, d *Dice) int {
	best, at, untried := math.Inf(-1), 0, 0
	for i, n := range c.visits {
		if n == 0 {
			if untried++; d.Intn(untried) == 0 {
				at = i
			}
			continue
		}
		if untried > 0 {
			continue
		}
		if value := c.points[i]/float64(n) + float64(explore*math.Sqrt(math.Log(float64(visits))/float64(n))); value > best {
			best, at = value, i
		}
	}
	return at
}

// expand lists what the seats of a node can do.
func (x *search[P]) expand(n *node[P], owes Seats) {
	n.next = map[string]*node[P]{}
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		moves := slices.Clone(x.model.Moves(n.at, seat))
		n.seats = append(n.seats, choices{seat, moves, make([]int, len(moves)), make([]float64, len(moves))})
	}
}

// visit goes from a node to the end of a game once, and returns the points of all seats.
func (x *search[P]) visit(n *node[P]) ([]float64, error) {
	owes := x.model.Owes(n.at)
	if owes.Empty() {
		return pointsOf(x.model.Outcomes(n.at)), nil
	}
	if n.seats == nil {
		x.expand(n, owes)
	}
	picked := make([]int, len(n.seats))
	var key []byte
	for i := range n.seats {
		c := &n.seats[i]
		x.chosen[c.seat] = NoMove
		if len(c.moves) > 0 {
			picked[i] = c.pick(n.visits+1, x.dice)
			x.chosen[c.seat] = c.moves[picked[i]]
		}
		key = binary.AppendVarint(key, int64(picked[i]))
	}
	next, known := n.next[string(key)]
	var points []float64
	var err error
	if known {
		points, err = x.visit(next)
	} else {
		var at P
		if at, err = x.model.Step(n.at, x.chosen, imagined(x.dice)); err == nil {
			n.next[string(key)] = &node[P]{at: at}
			points, err = x.playOut(at)
		}
	}
	if err != nil {
		return nil, err
	}
	n.visits++
	for i := range n.seats {
		if c := &n.seats[i]; len(c.moves) > 0 {
			c.visits[picked[i]]++
			c.points[picked[i]] += points[c.seat]
		}
	}
	return points, nil
}

// playOut plays to the end by lot.
func (x *search[P]) playOut(at P) ([]float64, error) {
	for range longestPlayout {
		if owes := x.model.Owes(at); owes.Empty() {
			break
		}
		allByLot(x.model, at, x.chosen, x.dice)
		var err error
		if at, err = x.model.Step(at, x.chosen, imagined(x.dice)); err != nil {
			return nil, err
		}
	}
	return pointsOf(x.model.Outcomes(at)), nil
}

// pointsOf returns the part of the other seats before which each is placed, a shared place as half.
func pointsOf(outcomes []Outcome) []float64 {
	points := make([]float64, len(outcomes))
	for seat := range outcomes {
		for other := range outcomes {
			switch {
			case other == seat:
			case outcomes[seat].Place < outcomes[other].Place:
				points[seat]++
			case outcomes[seat].Place == outcomes[other].Place:
				points[seat] += 0.5
			}
		}
		points[seat] /= float64(max(len(outcomes)-1, 1))
	}
	return points
}
