package bomberman

import "agon/game"

// ahead is the largest number of rounds of a look ahead: the longest fuse and one.
const ahead = longestFuse + 3

// An outlook is the future after one command of one player, if nobody gives another: which cells burn in each round, and which can be
// entered. Round 0 of an outlook is the one after the command.
type outlook struct {
	state  State // after the command
	rounds int   // until nothing burns any more
	open   [ahead + 1]area
	burn   [ahead + 1]area
	free   int // the first round in which the player has a bomb left to plant
}

// A seer looks ahead by playing the rules.
type seer struct {
	rules Rules
	moves [maxSeats]game.Move[Move]
	dice  game.Dice
	ahead State
}

// look plays one round with the player's command, the others giving theirs, and then waits until all bombs have exploded.
func (f *seer) look(o *outlook, s *State, seat int, mine, theirs Move) {
	for i := range f.moves[:s.Seats] {
		f.moves[i].Value = theirs
	}
	f.moves[seat].Value = mine
	o.state = *s
	f.rules.Step(&o.state, f.moves[:], &f.dice)
	for i := range f.moves[:s.Seats] {
		f.moves[i].Value = Wait
	}
	words := s.words()
	floor := o.state.walkable()
	for _, cell := range o.state.Laid[:o.state.Bombing] {
		floor.addCell(cell)
	}
	o.rounds, o.free = 0, -1
	now := &o.state
	for {
		o.open[o.rounds] = floor
		for _, cell := range now.Laid[:now.Bombing] {
			o.open[o.rounds].remove(cell)
		}
		if p := &now.Players[seat]; o.free < 0 && int32(p.Planted) < p.Bag {
			o.free = o.rounds
		}
		if now.Bombing == 0 || o.rounds == ahead {
			break
		}
		if now == &o.state {
			f.ahead = o.state
			now = &f.ahead
		}
		f.rules.Step(now, f.moves[:], &f.dice)
		copy(o.burn[o.rounds][:words], now.Blast[:words])
		for _, cell := range f.rules.hit[:f.rules.hits] {
			floor.addCell(cell)
		}
		o.rounds++
	}
	o.burn[o.rounds] = area{}
	if o.free < 0 {
		o.free = ahead
	}
}

// step advances the cells on which a player may be alive at the beginning of a round by that round.
func (o *outlook) step(at *area, round, words int) {
	n := min(round, o.rounds)
	at.without(&o.burn[n], words)
	next := at.spread(int(o.state.Width), words)
	next.only(&o.open[n], &o.burn[n], words)
	for i := range at[:words] {
		at[i] |= next[i]
	}
}

// refuge returns the cells on which a player can survive until everything has exploded, and for how many rounds it survives at best.
func (o *outlook) refuge(seat int) (at area, lives int) {
	words := o.state.words()
	if o.state.Players[seat].Killed {
		return at, -1
	}
	at.addCell(o.state.Players[seat].At)
	for round := range o.rounds {
		o.step(&at, round, words)
		if at.empty(words) {
			return at, round
		}
	}
	return at, o.rounds
}

// obstruct makes the other players permanent obstacles.
func (o *outlook) obstruct(seat int) {
	s := &o.state
	for i := range s.Players[:s.Seats] {
		if i == seat || s.Players[i].Killed {
			continue
		}
		for round := range o.rounds + 1 {
			o.open[round].remove(s.Players[i].At)
		}
	}
}
