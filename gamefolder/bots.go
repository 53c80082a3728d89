package gamefolder

import (
	"math"
	"strings"
	"time"

	"agon/game"
	"agon/gamefolder/engine"
)

type (
	builtin = game.Builtin[State, Move]
	plays   = game.BuiltinFunc[State, Move]
)

// builtins are the bots that play any game of a folder. Those that look ahead know the whole state, so a game with hidden information has none of them.
func builtins(hidden bool) []builtin {
	list := []builtin{{Name: "random", About: "plays any of its moves, by lot", New: func(_ game.Settings, d *game.Dice) plays { return random(d) }}}
	if hidden {
		return list
	}
	return append(list,
		builtin{Name: "greedy", About: "plays the move after which it stands best, the others' moves by lot", New: func(_ game.Settings, d *game.Dice) plays { return greedy(d) }},
		builtin{Name: "mcts", About: "looks ahead by Monte Carlo tree search", Params: []game.Option{
			{Name: "ms", Default: 50, Min: 0, Max: 60_000, About: "milliseconds for a move; 0: playouts alone count, and equal games are equal"},
			{Name: "playouts", Default: 0, Min: 0, Max: 1_000_000, About: "playouts for a move; 0: as many as its time allows, or 100 without one"},
		}, New: func(p game.Settings, d *game.Dice) plays { return treeSearch(p.Int("ms"), p.Int("playouts"), d) }})
}

// movesOf returns the moves of a seat that owes one; none where the rules do not list them.
func movesOf(p *engine.Position, seat game.Seat) []string {
	if p.Moves == nil {
		return nil
	}
	return p.Moves[seat]
}

func random(d *game.Dice) plays {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		if moves := movesOf(s.at.Position, seat); len(moves) > 0 {
			return Move{Text: moves[d.Intn(len(moves))]}
		}
		return standIn(s, seat)
	}
}

// standIn plays what the rules play for a fault: the only move that is known where they list none.
func standIn(s *State, seat game.Seat) Move {
	text, _ := s.at.rules.ask(s, engine.Absent, seat, game.Gone.String())
	return Move{Text: text}
}

// byLot fills the moves of all seats that owe one, by lot.
func byLot(p *engine.Position, said []engine.Said, d *game.Dice) {
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		moves := movesOf(p, seat)
		said[seat] = engine.Said{}
		if len(moves) > 0 {
			said[seat].Move = moves[d.Intn(len(moves))]
		}
	}
}

// greedy plays the move with the best outcome after it, of equal ones any.
func greedy(d *game.Dice) plays {
	any := random(d)
	return func(s *State, seat game.Seat, out *game.Reply) Move {
		p, e := s.at.Position, s.at.rules.folder.engine
		moves := movesOf(p, seat)
		if len(moves) < 2 {
			return any(s, seat, out)
		}
		said := make([]engine.Said, p.Seats)
		byLot(p, said, d)
		best, equal, move := math.Inf(-1), 0, ""
		for _, m := range moves {
			said[seat].Move = m
			next, err := e.Step(p, said, imagined(d))
			if err != nil {
				return any(s, seat, out)
			}
			at := &position{Position: next, rules: s.at.rules}
			value := standing(at.outcome(), seat)
			switch {
			case value > best:
				best, equal, move = value, 1, m
			case value == best:
				if equal++; d.Intn(equal) == 0 {
					move = m
				}
			}
		}
		return Move{Text: move}
	}
}

// imagined returns dice of what might happen.
func imagined(d *game.Dice) *game.Dice {
	dice := game.NewDice(int64(d.Uint64()>>1), nil)
	dice.Turn(0)
	return &dice
}

// standing values an outcome for a seat: its lead over the best of the others, and a little of its score.
func standing(ranks []engine.Rank, seat game.Seat) float64 {
	if int(seat) >= len(ranks) {
		return 0
	}
	others := math.Inf(-1)
	for other, r := range ranks {
		if other != int(seat) {
			others = max(others, r.Score)
		}
	}
	if math.IsInf(others, -1) {
		return ranks[seat].Score
	}
	return ranks[seat].Score - others - 1e-3*float64(ranks[seat].Place)
}

// A node is a position in a search, with what came of it.
type node struct {
	at     *engine.Position
	visits int
	seats  []choices // by seat that owes a move
	next   map[string]*node
}

// choices are the moves of one seat in a node.
type choices struct {
	seat   game.Seat
	moves  []string
	visits []int
	points []float64
}

// A search looks ahead from one position.
type search struct {
	engine engine.Engine
	dice   *game.Dice
	said   []engine.Said
}

// explore is the constant of UCB1 for points from 0 to 1.
const explore = 1.2

// longestPlayout bounds the turns of a playout: what is longer is valued as it stands.
const longestPlayout = 400

// treeSearch plays by Monte Carlo tree search: seats that move at once choose each by their own figures.
func treeSearch(ms, playouts int, d *game.Dice) plays {
	any := random(d)
	return func(s *State, seat game.Seat, out *game.Reply) Move {
		p := s.at.Position
		moves := movesOf(p, seat)
		if len(moves) < 2 {
			return any(s, seat, out)
		}
		x := &search{engine: s.at.rules.folder.engine, dice: d, said: make([]engine.Said, p.Seats)}
		root := &node{at: p}
		most := playouts
		if most == 0 && ms == 0 {
			most = 100
		}
		end := time.Now().Add(time.Duration(ms) * time.Millisecond)
		for n := 0; (most == 0 || n < most) && (ms == 0 || time.Now().Before(end)); n++ {
			if _, err := x.visit(root, s.at.rules); err != nil {
				break
			}
		}
		for i := range root.seats {
			if c := &root.seats[i]; c.seat == seat {
				return Move{Text: c.most()}
			}
		}
		return any(s, seat, out)
	}
}

// most returns the move that was tried most.
func (c *choices) most() string {
	best := 0
	for i, visits := range c.visits {
		if visits > c.visits[best] {
			best = i
		}
	}
	return c.moves[best]
}

// pick returns the move to try: one that was not tried yet, or the one of the highest upper bound.
func (c *choices) pick(visits int, d *game.Dice) int {
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

// visit goes from a node to the end of a game once, and returns the points of all seats.
func (x *search) visit(n *node, r *rules) ([]float64, error) {
	if n.at.Owes.Empty() {
		return pointsOf(n.at.Ranks), nil
	}
	if n.seats == nil {
		n.next = map[string]*node{}
		for seat, ok := n.at.Owes.Next(0); ok; seat, ok = n.at.Owes.Next(seat + 1) {
			moves := movesOf(n.at, seat)
			n.seats = append(n.seats, choices{seat, moves, make([]int, len(moves)), make([]float64, len(moves))})
		}
	}
	picked := make([]int, len(n.seats))
	var key strings.Builder
	for i := range n.seats {
		c := &n.seats[i]
		if len(c.moves) == 0 {
			continue
		}
		picked[i] = c.pick(n.visits+1, x.dice)
		x.said[c.seat] = engine.Said{Move: c.moves[picked[i]]}
		key.WriteString(c.moves[picked[i]])
		key.WriteByte('\n')
	}
	next, known := n.next[key.String()]
	var points []float64
	var err error
	if known {
		points, err = x.visit(next, r)
	} else {
		var at *engine.Position
		if at, err = x.engine.Step(n.at, x.said, imagined(x.dice)); err == nil {
			n.next[key.String()] = &node{at: at}
			points, err = x.playOut(at, r)
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
func (x *search) playOut(at *engine.Position, r *rules) ([]float64, error) {
	for range longestPlayout {
		if at.Owes.Empty() {
			return pointsOf(at.Ranks), nil
		}
		byLot(at, x.said, x.dice)
		var err error
		if at, err = x.engine.Step(at, x.said, imagined(x.dice)); err != nil {
			return nil, err
		}
	}
	p := &position{Position: at, rules: r}
	return pointsOf(p.outcome()), nil
}

// pointsOf returns the part of the other seats before which each is placed, a shared place as half.
func pointsOf(ranks []engine.Rank) []float64 {
	points := make([]float64, len(ranks))
	for seat := range ranks {
		for other := range ranks {
			switch {
			case other == seat:
			case ranks[seat].Place < ranks[other].Place:
				points[seat]++
			case ranks[seat].Place == ranks[other].Place:
				points[seat] += 0.5
			}
		}
		points[seat] /= float64(max(len(ranks)-1, 1))
	}
	return points
}
