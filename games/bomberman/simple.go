package bomberman

import "agon/game"

// newRandom returns a bot that gives random commands.
func newRandom(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	return func(*State, game.Seat, *game.Reply) Move { return Move(d.Intn(int(Wait))) }
}

// newReference returns a bot with a short list of rules: leave every blast to come; else plant beside a wall or a rival, if it can escape;
// else walk towards the nearest power-up, wall or rival.
func newReference(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		b := reference{s: s, me: &s.Players[seat], seat: int(seat), words: s.words(), dice: d}
		b.free, b.danger = s.walkable(), threatened(s)
		return b.decide()
	}
}

type reference struct {
	s      *State
	me     *Player
	seat   int
	words  int
	free   area
	danger area
	dice   *game.Dice
}

// threatened returns every cell that a bomb on the map will burn at some time.
func threatened(s *State) area {
	if s.Bombing == 0 {
		return area{}
	}
	var r Rules
	c := *s
	c.Bursts, c.Blast = 0, area{}
	for _, cell := range c.Laid[:c.Bombing] {
		r.detonate(&c, cell)
	}
	return c.Blast
}

func (b *reference) decide() Move {
	if b.danger.has(b.me.At) {
		safe := b.free
		safe.without(&b.danger, b.words)
		return b.towards(&safe, &b.free)
	}
	if b.worthABomb() && b.wayOut() {
		return Plant
	}
	calm := b.free
	calm.without(&b.danger, b.words)
	goals := b.goals()
	return b.towards(&goals, &calm)
}

// worthABomb reports whether a wall or a rival is beside the player and a bomb is left.
func (b *reference) worthABomb() bool {
	if b.me.Bag == int32(b.me.Planted) || b.s.Bombs[b.me.At].Owner != 0 {
		return false
	}
	for m := Up; m <= Down; m++ {
		if b.s.atEdge(b.me.At, m) {
			continue
		}
		beside := b.me.At + b.s.offset(m)
		if b.s.Ground[beside] == soft || b.s.Stands[beside] != 0 {
			return true
		}
	}
	return false
}

// wayOut reports whether the player could reach a safe cell in three steps after planting here.
func (b *reference) wayOut() bool {
	c := *b.s
	c.placeBomb(b.me.At, Bomb{Owner: uint8(b.seat + 1), Timer: fusePerBag + 1, Radius: b.me.Radius})
	burnt := threatened(&c)
	var reach area
	reach.addCell(b.me.At)
	for range fusePerBag {
		next := reach.spread(int(b.s.Width), b.words)
		next.only(&b.free, &area{}, b.words)
		reach = next
		safe := reach
		safe.without(&burnt, b.words)
		if !safe.empty(b.words) {
			return true
		}
	}
	return false
}

// goals returns the cells with visible power-ups, and those beside walls and rivals.
func (b *reference) goals() (goals area) {
	var targets area
	for cell := range int16(b.s.cells()) {
		if b.s.bare(cell) {
			goals.addCell(cell)
		}
		if seat := b.s.Stands[cell]; b.s.Ground[cell] == soft || seat != 0 && int(seat) != b.seat+1 {
			targets.addCell(cell)
		}
	}
	beside := targets.spread(int(b.s.Width), b.words)
	for i := range goals[:b.words] {
		goals[i] |= beside[i]
	}
	return goals
}

// towards returns the first step of a shortest path to a goal over the given cells; without one the player stays.
func (b *reference) towards(goals, over *area) Move {
	if goals.has(b.me.At) {
		return Nothing
	}
	var seen area
	seen.addCell(b.me.At)
	var fronts [4 * maxSide]area
	n := 0
	fronts[0] = seen
	for ; !fronts[n].meets(goals, b.words); n++ {
		next := fronts[n].spread(int(b.s.Width), b.words)
		next.only(over, &seen, b.words)
		if next.empty(b.words) || n+1 == len(fronts) {
			return Nothing
		}
		for i := range seen[:b.words] {
			seen[i] |= next[i]
		}
		fronts[n+1] = next
	}
	return b.back(fronts[:n+1], goals)
}

// back follows the fronts from a goal back to the cell beside the player.
func (b *reference) back(fronts []area, goals *area) Move {
	at := fronts[len(fronts)-1]
	at.only(goals, &area{}, b.words)
	for n := len(fronts) - 2; n > 0; n-- {
		at = at.spread(int(b.s.Width), b.words)
		at.only(&fronts[n], &area{}, b.words)
	}
	turn := d4(b.dice)
	for i := range Move(4) {
		m := Up + (i+turn)%4
		if to := b.me.At + b.s.offset(m); !b.s.atEdge(b.me.At, m) && at.has(to) && b.s.Stands[to] == 0 {
			return m
		}
	}
	return Nothing
}

// d4 returns a random direction, so that a bot has no preferred one.
func d4(d *game.Dice) Move { return Move(d.Intn(4)) }
