package referee

import (
	"agon/bot"
	"agon/game"
)

// A past is a game on a table of its own, up to the turn in which the process of one of its bots ended. It is played again for that bot
// alone, in the lane of the game: the bot is asked what it was asked before, and every move is the recorded one.
type past struct {
	lost  *bot.Call // the call without an answer, on the game's own table
	call  bot.Call  // on the past's
	lane  *lane
	table *game.Table
	rerun *game.Rerun
	spent spending
}

// revive asks a player again whose process ended with an answer owed in other games than the one in which it ended. A new process is given
// the past of each of these games, and then their calls. It ends, since each further end of the process is one game's fault, and that game
// has answers from then on.
func (r *Referee) revive(player int) error {
	traits := r.traits[player]
	for traits.Restarts != nil && traits.Restarts() {
		pasts, err := r.pasts(player)
		if len(pasts) == 0 || err != nil {
			return err
		}
		for pasts.more() {
			pasts.ask(r, player)
			if err := r.hostError(player); err != nil {
				return err
			}
			if !traits.Restarts() {
				return nil // the calls stay lost, and their games are played again
			}
			if err := pasts.step(r, player); err != nil {
				return err
			}
		}
		calls := pasts.calls()
		for _, p := range pasts {
			p.lane.spent[p.lost.Seat].atLeast(p.spent)
			p.lost.Reset()
		}
		r.Players[player].Ask(calls)
		r.Players[player].Answer(calls)
	}
	return nil
}

// pasts are the games of one player that are played again at once.
type pasts []*past

// pasts returns a past at its deal, with the player in its lane, for each call of a player that is lost.
func (r *Referee) pasts(player int) (list pasts, err error) {
	for _, c := range r.calls[player] {
		if !c.Lost || r.Kind.Uncertain {
			continue
		}
		l := r.lanes[c.Lane]
		if l.past == nil {
			if l.past, err = r.Kind.Table(r.Settings); err != nil {
				return nil, err
			}
		}
		p := &past{lost: c, lane: l, table: l.past}
		if err := p.begin(r, player); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// begin deals the game of a past and seats the player.
func (p *past) begin(r *Referee, player int) error {
	f := p.lane.fixture
	if err := p.table.Deal(f.Seed, len(f.Seats)); err != nil {
		return &Failure{f, nil, err}
	}
	p.table.Cast(f.Cast)
	p.table.Facts = p.lane.table.Facts
	p.rerun, p.spent = p.table.Rerun(p.lane.table.Made()), spending{}
	r.Players[player].Sit(p.lost.Lane, p.table, p.lost.Seat)
	return r.hostError(player)
}

func (p *past) owes() bool {
	owes := p.table.Owes()
	return owes.Has(p.lost.Seat)
}

// more reports whether a past has turns left.
func (list pasts) more() bool {
	for _, p := range list {
		if p.rerun.More() {
			return true
		}
	}
	return false
}

func (list pasts) calls() (calls []*bot.Call) {
	for _, p := range list {
		calls = append(calls, p.lost)
	}
	return calls
}

// ask asks the player for its moves of one turn in each past.
func (list pasts) ask(r *Referee, player int) {
	var calls []*bot.Call
	for _, p := range list {
		if p.rerun.More() && p.owes() {
			c := p.lost
			p.call = bot.Call{Lane: c.Lane, Table: p.table, Seat: c.Seat, Clock: c.Clock, Processor: c.Processor, Host: c.Host, Again: true,
				Reply: p.call.Reply}
			if !r.NoLimits {
				p.call.Limit = max(c.Limit, r.guard)
			}
			p.call.Allowed = c.Allowed
			p.call.Reply.Reset()
			calls = append(calls, &p.call)
		}
	}
	if len(calls) > 0 {
		r.Players[player].Ask(calls)
		r.Players[player].Answer(calls)
	}
}

// step plays the recorded moves of one turn in each past. A past whose answer was lost begins again.
func (list pasts) step(r *Referee, player int) error {
	for _, p := range list {
		if !p.rerun.More() {
			continue
		}
		asked := p.owes()
		if asked && p.call.Lost {
			if err := p.begin(r, player); err != nil {
				return err
			}
			continue
		}
		if asked {
			p.count()
		}
		owes := p.table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			var reply game.Reply
			p.rerun.Repeat(seat, &reply, false)
		}
		p.table.Step()
		if err := p.table.Failed(); err != nil {
			return &Failure{p.lane.fixture, p.table.Made(), err}
		}
	}
	return nil
}

// count charges the player for an answer, which is not played.
func (p *past) count() {
	c := &p.call
	if c.Wall > 0 {
		c.Charge()
	}
	p.spent.charged += c.Charged() + c.Ponder
	p.spent.cpu += c.CPU
	p.spent.stall += c.Stall
}
