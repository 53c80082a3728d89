package bomberman

import "agon/game"

const (
	strikeLimit = 20 // consecutive do-nothings, the last of which is replaced by a plant
	fusePerBag  = 3  // rounds of a fuse for each bomb in the bag, plus one
	longestFuse = 9  // plus one
)

// Step plays a round: explosions are cleared, timers run, bombs explode and kill; then the commands of living players, who may walk into
// the blast; then power-ups, destruction and points.
func (r *Rules) Step(s *State, moves []game.Move[Move], d *game.Dice) {
	r.begin(s, moves)
	r.burn(s)
	r.mark(s)
	r.command(s)
	r.collide(s, d)
	r.walk(s)
	r.mark(s)
	r.pickUp(s)
	r.destroy(s)
	r.reward(s)
	r.cover(s)
	r.journal.addEvent(event{what: finished})
	s.Round++
}

// begin clears the results of the last round and determines every command.
func (r *Rules) begin(s *State, moves []game.Move[Move]) {
	clear(s.Blast[:(s.cells()+63)>>6])
	s.Bursts = 0
	r.dying, r.hits = 0, 0
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		p.Gained, p.Did, p.Fate = Points{}, Nothing, Done
		r.want[i] = -1
		if !p.Killed {
			p.Did = r.strike(p, moves[i].Value)
			r.journal.addEvent(event{what: commanded, seat: i, cell: p.At, move: p.Did})
		}
	}
	r.journal.addEvent(event{what: began})
}

// strike counts consecutive do-nothings. At the limit the player plants instead; after one more it only triggers its bombs.
func (r *Rules) strike(p *Player, m Move) Move {
	if r.struckOut(p) {
		return Trigger
	}
	switch m {
	case Wait:
		return m
	case Nothing:
		p.Struck++
		if p.Struck == r.strikes() {
			return Plant
		}
		return m
	}
	p.Struck = 0
	return m
}

func (r *Rules) strikes() uint8 {
	if r.Readings.Strikes {
		return strikeLimit + 1
	}
	return strikeLimit
}

// struckOut reports whether a player has done nothing once more after it was forced to plant.
func (r *Rules) struckOut(p *Player) bool { return p.Struck > r.strikes() }

// command carries out what concerns the player's own cell and records where the others want to go, in order of keys.
func (r *Rules) command(s *State) {
	r.journal.addEvent(event{what: commanding})
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		if p.Killed {
			if r.dying&(1<<i) != 0 {
				p.Fate = Ignored
				r.journal.addEvent(event{what: ignored, seat: i, cell: p.At, move: p.Did})
			}
			continue
		}
		switch p.Did {
		case Up, Left, Right, Down:
			p.Fate = r.head(s, i)
		case Plant:
			p.Fate = s.plant(i)
		case Trigger:
			p.Fate = s.trigger(i)
		}
		if p.Fate != Done {
			r.journal.addEvent(event{what: refused, seat: i, cell: p.At, move: p.Did, fate: p.Fate})
		}
	}
}

// head records where a player wants to go. Another player there is no reason to refuse, since it may leave.
func (r *Rules) head(s *State, seat int) Fate {
	p := &s.Players[seat]
	if s.atEdge(p.At, p.Did) {
		return Edge
	}
	to := p.At + s.offset(p.Did)
	if s.Ground[to] != open {
		return Wall
	}
	if s.Bombs[to].Owner != 0 {
		return OnBomb
	}
	r.want[seat] = to
	return Done
}

// atEdge reports whether a step would leave the map.
func (s *State) atEdge(cell int16, m Move) bool {
	switch m {
	case Up:
		return cell < s.Width
	case Down:
		return cell >= s.Width*(s.Height-1)
	case Left:
		return cell%s.Width == 0
	case Right:
		return (cell+1)%s.Width == 0
	}
	return false
}

func (s *State) plant(seat int) Fate {
	p := &s.Players[seat]
	if p.Bag == int32(p.Planted) {
		return EmptyBag
	}
	if s.Bombs[p.At].Owner != 0 {
		return Planted
	}
	fuse := min(longestFuse, p.Bag*fusePerBag) + 1
	s.placeBomb(p.At, Bomb{Owner: uint8(seat + 1), Timer: int8(fuse), Radius: p.Radius})
	return Done
}

// placeBomb puts a bomb onto a cell and keeps the list of cells ascending.
func (s *State) placeBomb(cell int16, b Bomb) {
	at := int(s.Bombing)
	for at > 0 && s.Laid[at-1] > cell {
		s.Laid[at] = s.Laid[at-1]
		at--
	}
	s.Laid[at] = cell
	s.Bombing++
	s.Bombs[cell] = b
	s.Players[b.Owner-1].Planted++
}

// trigger makes the player's bomb with the shortest fuse explode in the next round.
func (s *State) trigger(seat int) Fate {
	if s.Players[seat].Planted == 0 {
		return NoBombs
	}
	var next *Bomb
	for _, cell := range s.Laid[:s.Bombing] {
		b := &s.Bombs[cell]
		if int(b.Owner) == seat+1 && b.Burst == 0 && b.Timer >= 1 && (next == nil || b.Timer < next.Timer) {
			next = b
		}
	}
	if next == nil {
		return NoneLeft
	}
	next.Timer = 1
	return Done
}
