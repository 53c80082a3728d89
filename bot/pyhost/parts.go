package pyhost

import (
	"slices"

	"agon/bot"
	"agon/game"
)

// A bot that has ended endedOften processes plays partLanes games in a process: the others of them are all that its next end costs.
const (
	endedOften = 2
	partLanes  = 4
)

// parts are the players that play the lanes of another one, partLanes each, in a process of their own; nil where there is none so far.
type parts []*Player

// home returns the player that plays the next game of a lane: p, or its part.
func (p *Player) home(lane int) *Player {
	if p.ended < endedOften || !p.restarts() {
		return p
	}
	n := lane / partLanes
	for len(p.parts) <= n {
		p.parts = append(p.parts, nil)
	}
	if p.parts[n] == nil {
		p.parts[n] = New(p.config)
		p.parts[n].doubt, p.parts[n].watch = p.doubt, p.watch
	}
	return p.parts[n]
}

// at returns the player that plays the present game of a lane.
func (p *Player) at(lane int) *Player {
	if n := lane / partLanes; n < len(p.parts) && p.parts[n] != nil && p.parts[n].sits(lane) {
		return p.parts[n]
	}
	return p
}

func (p *Player) sits(lane int) bool { return lane < len(p.lanes) && p.lanes[lane].seated }

// of returns those calls of a turn that a player answers.
func (p *Player) of(player *Player, calls []*bot.Call) []*bot.Call {
	if len(p.parts) == 0 {
		return calls
	}
	return slices.DeleteFunc(slices.Clone(calls), func(c *bot.Call) bool { return p.at(c.Lane) != player })
}

// each calls do for every part that there is.
func (p parts) each(do func(*Player)) {
	for _, part := range p {
		if part != nil {
			do(part)
		}
	}
}

// answer asks the parts, one after the other, so that each has its processor for itself.
func (p parts) answer(whole *Player, calls []*bot.Call) {
	p.each(func(part *Player) {
		if own := whole.of(part, calls); len(own) > 0 {
			part.Ask(own)
			part.Answer(own)
		}
	})
}

// Sit begins a game in the host process, which is started if there is none.
func (p *Player) Sit(number int, t *game.Table, seat game.Seat) {
	from := 0
	if p.sits(number) && p.at(number).lanes[number].lost {
		from = again
	}
	p.Leave(number)
	p.home(number).sit(number, t, seat, from)
}
