package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"agon/bot"
	"agon/game"
)

// turn plays one turn in every lane.
func (r *Referee) turn(ctx context.Context, h Hooks) error {
	begin := time.Now()
	r.gather()
	r.waiting.Store(true)
	err := r.ask()
	r.waiting.Store(false)
	if err := ctx.Err(); err != nil { // answers may then come from stopped players
		return err
	}
	if err != nil {
		return err
	}
	for p := range r.Players {
		if err := r.hostError(p); err != nil {
			return err
		}
	}
	for _, l := range r.lanes {
		if l.busy {
			r.takeAnswers(l, h)
		}
	}
	spent := time.Since(begin)
	r.grow()
	spent /= time.Duration(max(r.playing, 1))
	for _, l := range r.lanes {
		l.share += spent
		if err := r.step(l, h); err != nil {
			return err
		}
	}
	return nil
}

// hostError returns the failure of the host that keeps it from playing a player.
func (r *Referee) hostError(player int) error {
	if failed := r.traits[player].HostError; failed != nil {
		return failed()
	}
	return nil
}

// gather groups the owed moves by player.
func (r *Referee) gather() {
	for p := range r.calls {
		r.calls[p] = r.calls[p][:0]
	}
	for _, l := range r.lanes {
		if !l.busy {
			continue
		}
		l.asked = l.asked[:0]
		owes := l.table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			c := &l.calls[seat]
			c.Lane, c.Table, c.Seat = l.number, l.table, seat
			c.Limit = r.limit(l, seat)
			c.Clock, c.Processor, c.Host = r.timed, r.Processor && r.timed, r.Host
			c.Allowed = r.announced(l, c)
			c.Reset()
			l.asked = append(l.asked, c)
			p := l.fixture.Seats[seat]
			r.calls[p] = append(r.calls[p], c)
		}
	}
}

// ask sends the prompts and awaits the answers: one player after the other in a random order per turn, or all at once.
func (r *Referee) ask() error {
	if r.Kind.Launch.Together || r.AskAll {
		for p, calls := range r.calls {
			if len(calls) > 0 {
				r.Players[p].Ask(calls)
			}
		}
		for p, calls := range r.calls {
			if len(calls) > 0 {
				r.Players[p].Answer(calls)
			}
		}
		return nil
	}
	for i := len(r.turns) - 1; i > 0; i-- {
		j := int(r.order.Uint64() >> 32 * uint64(i+1) >> 32)
		r.turns[i], r.turns[j] = r.turns[j], r.turns[i]
	}
	for _, p := range r.turns {
		if calls := r.calls[p]; len(calls) > 0 {
			r.Players[p].Ask(calls)
			r.Players[p].Answer(calls)
			if err := r.revive(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeAnswers puts the answers of a lane on its table. A lane with a lost or void answer takes none: its game is replayed.
func (r *Referee) takeAnswers(l *lane, h Hooks) {
	if r.replays(l) {
		return
	}
	stands := l.made != nil && l.made.More()
	for _, c := range l.asked {
		if r.timed {
			r.charge(l, c)
		}
		if stands {
			l.repeat(c, h)
			continue
		}
		if r.timed {
			r.late(l, c)
		}
		if r.NoLimits && r.Kind.Timed {
			c.Reply.Took = 0 // otherwise the rules could end the game by a clock that is off
		}
		l.moves[c.Seat]++
		c.Put()
		if c.Reply.Fault != game.NoFault && h.Fault != nil {
			h.Fault(l.fixture, l.table, c)
		}
	}
}

// replays reports whether an answer of a lane is lost or void, and notes it in the fixture.
func (r *Referee) replays(l *lane) bool {
	for _, c := range l.asked {
		switch {
		case c.Lost && l.fixture.Losses < mostLosses:
			l.fixture.Tries++
			l.fixture.Losses++
			l.fixture.Voided = false
			if (l.made == nil || !l.made.More()) && !r.Kind.Uncertain { // otherwise the record has more than was repeated
				l.fixture.Made = l.table.Made()
			}
			return true
		case c.Lost:
			stand(c)
		case r.timed && r.void(l, c):
			c.Lost, l.fixture.Voided = true, true
			l.fixture.Tries++
			return true
		}
	}
	return false
}

// repeat plays a seat's recorded move in a game that is replayed.
func (l *lane) repeat(c *bot.Call, h Hooks) {
	l.moves[c.Seat]++
	if h.Repeat != nil && !c.Settled {
		h.Repeat(l.table, c, answered(c), recorded(l.made, c.Seat))
	}
	l.made.Repeat(c.Seat, &c.Reply, c.Settled)
}

// answered returns what a call was answered, as a word of the kind or as "!late".
func answered(c *bot.Call) string {
	word, why := c.Word()
	if why == game.NoFault {
		return word
	}
	if word, ok := c.Table.Excused(c.Seat); ok {
		return word
	}
	return "!" + why.String()
}

// recorded returns the recorded move of a seat in the same way.
func recorded(r *game.Rerun, seat game.Seat) string {
	word, why, _, _ := r.Coming(seat)
	if why != game.NoFault {
		return "!" + why.String()
	}
	return word
}

// mostLosses is how many times a game lost with a bot's process is replayed. After that it continues without the bot.
const mostLosses = 1

// stand turns a lost answer into a fault: the bot is absent from the game from here on.
func stand(c *bot.Call) {
	c.Lost = false
	c.Reply.Fault = game.Gone
	c.Reply.Note = "its process ended in another game for the second time and took this game with it; it is not replayed"
}

// mostLost is how many times a game is played again that its rules have lost.
const mostLost = 4

// failed ends a game whose rules have failed: it is played again if they have lost it, and is a failure otherwise.
func (r *Referee) failed(l *lane, h Hooks, err error) error {
	if !errors.Is(err, game.ErrLost) || l.fixture.Tries >= mostLost {
		return &Failure{l.fixture, l.table.Made(), err}
	}
	l.fixture.Tries++
	l.fixture.Made = nil
	r.leave(l)
	h.Again(l.fixture)
	return nil
}

// step plays the turn of a lane, and ends its game when it is over.
func (r *Referee) step(l *lane, h Hooks) error {
	if !l.busy {
		return nil
	}
	for _, c := range l.asked {
		if c.Lost {
			r.leave(l)
			h.Again(l.fixture)
			return nil
		}
	}
	l.table.Step()
	if err := l.table.Failed(); err != nil {
		return r.failed(l, h, err)
	}
	for player, traits := range r.traits {
		if traits.Turned != nil && slices.Contains(l.fixture.Seats, player) {
			traits.Turned(l.number, l.table)
		}
	}
	if h.Turn != nil {
		h.Turn(l.number, l.table, l.asked)
	}
	if !l.table.Over() {
		return nil
	}
	r.leave(l)
	if r.flagged(l) {
		l.fixture.Tries++
		l.fixture.Voided = true
		h.Again(l.fixture)
		return nil
	}
	return h.Done(Played{Fixture: l.fixture, Lane: l.number, Table: l.table, Record: l.table.Record(), Wall: time.Since(l.begun),
		Share: l.share})
}
