package bomberman

import "agon/game"

// Values of a hunter's goals, roughly in points. A goal loses patience for each step of distance.
const (
	wallWorth    = 10.0
	giftWorth    = 30.0
	superWorth   = 70.0
	newWorth     = 10.0  // an unvisited cell
	stalkWorth   = 9.0   // a place to bomb a rival from
	trapWorth    = 900.0 // a rival that cannot escape
	narrowWorth  = 1.5   // each cell fewer to which a rival can escape
	refugeWorth  = 1.0   // each refuge of its own, up to a limit
	hurryWorth   = 2.5   // each round saved by a trigger
	patience     = 0.92
	longestWalk  = 60 // steps
	enoughRefuge = 8  // cells
	nearby       = 8  // steps
)

// newHunter returns a bot that judges each command by its consequences. It never gives one after which it cannot escape all bombs,
// including those that rivals may trigger, if it has another; among the rest it takes the one that leads soonest to the most: walls,
// power-ups, new cells, a cornered rival.
func newHunter(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	h := &hunter{dice: d}
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		return h.decide(s, int(seat))
	}
}

type hunter struct {
	seer
	dice   *game.Dice
	s      *State
	seat   int
	me     *Player
	words  int
	plain  outlook
	wary   outlook
	goals  [6]goal
	walls  [maxCells]uint8 // new walls that a bomb on the cell would break
	rivals bool            // some rival has a bomb to trigger
	near   bool            // some rival is near
}

// A goal is a set of cells of equal value. Goals for planting need a free bomb.
type goal struct {
	cells area
	worth float64
	plant bool
}

func (h *hunter) decide(s *State, seat int) Move {
	h.s, h.seat, h.me, h.words = s, seat, &s.Players[seat], s.words()
	h.survey()
	best, bestScore := Nothing, -1e9
	for m := Nothing; m <= Trigger; m++ {
		if !h.possible(m) {
			continue
		}
		score := h.judge(m) + float64(h.dice.Intn(100))/200
		if score > bestScore {
			best, bestScore = m, score
		}
	}
	if best == Nothing {
		return h.idle()
	}
	return best
}

// possible reports whether a command would not be refused.
func (h *hunter) possible(m Move) bool {
	switch m {
	case Nothing:
		return true
	case Plant:
		return h.me.Bag != int32(h.me.Planted) && h.s.Bombs[h.me.At].Owner == 0
	case Trigger:
		return h.fuse() > 1
	}
	if h.s.atEdge(h.me.At, m) {
		return false
	}
	to := h.me.At + h.s.offset(m)
	return h.s.Ground[to] == open && h.s.Bombs[to].Owner == 0 && h.s.Stands[to] == 0
}

// fuse returns the shortest fuse of the player's bombs, 0 without any.
func (h *hunter) fuse() int {
	shortest := 0
	for _, cell := range h.s.Laid[:h.s.Bombing] {
		b := &h.s.Bombs[cell]
		if int(b.Owner) == h.seat+1 && (shortest == 0 || int(b.Timer) < shortest) {
			shortest = int(b.Timer)
		}
	}
	return shortest
}

// idle returns a command that does nothing without being counted: one that is refused.
func (h *hunter) idle() Move {
	if h.me.Planted == 0 {
		return Trigger
	}
	for m := Up; m <= Down; m++ {
		if h.s.atEdge(h.me.At, m) || h.s.Ground[h.me.At+h.s.offset(m)] == hard {
			return m
		}
	}
	return Nothing
}

// judge returns the value of a command.
func (h *hunter) judge(m Move) float64 {
	h.look(&h.plain, h.s, h.seat, m, Wait)
	refuge, lives := h.plain.refuge(h.seat)
	room := refuge.count(h.words)
	if room == 0 {
		return -1e6 + 1000*float64(lives)
	}
	score := refugeWorth * float64(min(room, enoughRefuge))
	score -= h.risk(m)
	score += h.prospects()
	switch m {
	case Plant:
		score += wallWorth * float64(h.walls[h.me.At])
	case Trigger:
		score += hurryWorth * float64(h.fuse()-1)
	}
	if m == Plant || m == Trigger {
		score += h.press()
	}
	return score
}

// risk judges the command again with the worst moves of the rivals: they trigger or plant a bomb, or stand in the way.
func (h *hunter) risk(m Move) (price float64) {
	if h.rivals {
		price += h.worst(m, Trigger, 1e4)
	}
	if h.near {
		price += h.worst(m, Plant, 5e3)
	}
	return price
}

func (h *hunter) worst(mine, theirs Move, price float64) float64 {
	h.look(&h.wary, h.s, h.seat, mine, theirs)
	h.wary.obstruct(h.seat)
	if safe, _ := h.wary.refuge(h.seat); !safe.empty(h.words) {
		return 0
	}
	return price
}

// press returns the value of a bomb's effect on rivals: most for a trap, less for fewer refuges.
func (h *hunter) press() (score float64) {
	for i := range h.s.Players[:h.s.Seats] {
		if i == h.seat || h.s.Players[i].Killed {
			continue
		}
		refuge, _ := h.plain.refuge(i)
		room := refuge.count(h.words)
		if room == 0 {
			score += trapWorth
		}
		score += narrowWorth * float64(max(0, enoughRefuge-room))
	}
	return score
}

// prospects returns the value of the best goal that can be reached alive after the command, discounted by time.
func (h *hunter) prospects() float64 {
	o := &h.plain
	var at, before area
	at.addCell(o.state.Players[h.seat].At)
	best, fade := 0.0, 1.0
	var met [len(h.goals)]bool
	for round := range longestWalk {
		for i := range h.goals {
			g := &h.goals[i]
			worth := float64(g.worth * fade)
			if met[i] || worth <= best || g.plant && round < o.free || !at.meets(&g.cells, h.words) {
				continue
			}
			met[i], best = true, worth
		}
		before = at
		o.step(&at, round, h.words)
		if round >= o.rounds && at == before {
			break
		}
		fade *= patience
	}
	return best
}
