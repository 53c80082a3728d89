package tron

import (
	"cmp"
	"strconv"

	"agon/game"
)

// tilesPerMilli is how many tiles of positions the champion judges in a millisecond, at its slowest, on one core of the machine on which it
// was measured: 200 positions of 30x20.
const tilesPerMilli = 200 * 30 * 20

var championParams = []game.Option{
	{Name: "ms", Default: 0, Min: 0, Max: 60000,
		About: "milliseconds of processor time to think about a move; 0: nine tenths of what the clock allows"},
	{Name: "nodes", Default: 0, Min: 0, Max: 1 << 40,
		About: "positions to judge for a move instead, so that equal games stay equal; 0: what ms says"},
}

// unclocked is the thinking time in milliseconds without a clock and without a parameter.
const unclocked = 50

// newChampion returns the strong bot. Against others it searches; once nobody can reach it any more it looks for the longest path through
// its space.
func newChampion(p game.Settings, _ *game.Dice) game.BuiltinFunc[State, Move] {
	var s *search
	return func(g *State, seat game.Seat, out *game.Reply) Move {
		if s == nil {
			s = newSearch(g.Layout)
			s.budget = budget(p, g.Layout)
		}
		s.load(g, int(seat))
		s.timer.start(out.Timer, p)
		r := s.think()
		s.foretell(r.move)
		r.remark(out)
		return r.move
	}
}

// budget returns how many positions may be judged for a move without a clock; a larger board takes longer.
func budget(p game.Settings, l Layout) int {
	if nodes := p.Int("nodes"); nodes > 0 {
		return nodes
	}
	ms := p.Int("ms")
	ms = cmp.Or(ms, unclocked)
	return ms*tilesPerMilli/(int(l.Width)*int(l.Height)) + 1
}

// A finding is the result of the champion's search.
type finding struct {
	move  Move
	alone bool
	bet   bool
	depth int // plies searched; alone: tiles of the way found
	nodes int
	worth int // see judge; alone: tiles that no way can exceed
}

// think finds a step for the loaded position.
func (s *search) think() finding {
	list, n := s.moves(s.me, 0)
	if n == 0 {
		return finding{move: Up}
	}
	if most, alone := s.alone(); alone {
		return s.fill(most)
	}
	s.plan = s.plan[:0]
	if n == 1 {
		return finding{move: list[0]}
	}
	if s.living == 2 && s.bet.on() {
		return s.ambush()
	}
	if s.living == 2 {
		return s.fight()
	}
	return s.deepen(list[:n])
}

// deepen searches one ply deeper each time, until the budget is spent or the game is decided.
func (s *search) deepen(list []Move) finding {
	found := finding{move: list[0]}
	for depth := 1; depth < longest/2 && !s.spent(); depth++ {
		m, worth := s.best(list, depth)
		if m == 0 {
			break
		}
		promote(list, m)
		found.move, found.worth = m, worth
		if s.spent() {
			break
		}
		found.depth = depth
		if worth > won/2 || worth < -won/2 {
			break
		}
	}
	found.nodes = s.nodes
	return found
}

// best returns the best of my steps and its worth. If the budget ends on the way, the finished steps count: the best one of the depth
// before is always the first. The step is 0 if none was finished.
func (s *search) best(list []Move, depth int) (choice Move, most int) {
	most = -won - 1
	for _, m := range list {
		s.ride(s.me, m)
		worth := s.look(s.after(s.me), depth-1, 1, most, won+1)
		s.back(s.me, m)
		if s.spent() {
			break
		}
		if worth > most {
			choice, most = m, worth
		}
	}
	return choice, most
}

// promote puts a move first and keeps the order of the others.
func promote(list []Move, first Move) {
	for i := range list {
		if list[i] == first {
			copy(list[1:i+1], list[:i])
			list[0] = first
			return
		}
	}
}

// remark adds depth, nodes and value to the move.
func (f finding) remark(out *game.Reply) {
	b := out.Remark
	if f.nodes == 0 && !f.alone {
		out.Remark = append(b, "only step"...)
		return
	}
	if f.alone {
		b = append(b, "alone "...)
	}
	if f.bet {
		b = append(b, "bet "...)
	}
	b = append(b, "depth "...)
	b = strconv.AppendInt(b, int64(f.depth), 10)
	b = append(b, " nodes "...)
	b = strconv.AppendInt(b, int64(f.nodes), 10)
	b = append(b, " value "...)
	out.Remark = strconv.AppendInt(b, int64(f.worth), 10)
	out.Log = append(out.Log, out.Remark...)
	out.Log = append(out.Log, '\n')
}
