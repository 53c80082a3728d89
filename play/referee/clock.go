package referee

import (
	"cmp"
	"fmt"
	"time"

	"agon/bot"
	"agon/game"
)

// spending is the time that a seat's moves of a game have taken.
type spending struct {
	charged, cpu, stall time.Duration
}

// atLeast replaces the time by that of the same moves made again, if that was longer.
func (s *spending) atLeast(again spending) {
	if again.charged > s.charged {
		*s = again
	}
}

// limit returns the time after which a call is abandoned.
func (r *Referee) limit(l *lane, seat game.Seat) time.Duration {
	if r.NoLimits {
		return 0
	}
	limit := r.patience(l, seat)
	if r.Processor && r.timed {
		limit += r.guard // a sleeping bot uses no processor time
	}
	return limit
}

func (r *Referee) patience(l *lane, seat game.Seat) time.Duration {
	if r.clock.Bank > 0 {
		return max(r.clock.Bank-l.spent[seat].charged, 0) + time.Second
	}
	if r.clock.Kill > 0 {
		return r.clock.Kill
	}
	return cmp.Or(r.move(l, seat), r.guard)
}

// move returns the time of the next move of a seat by the clock of the game, or by its rules; 0 is no limit.
func (r *Referee) move(l *lane, seat game.Seat) time.Duration {
	if r.clock.Own {
		limit := time.Duration(l.table.Limit(seat)) * time.Microsecond
		return max(limit, time.Duration(float64(limit)*r.slowness()))
	}
	return r.clock.For(l.moves[seat])
}

// allowed returns the time of a move; 0 is no limit.
func (r *Referee) allowed(l *lane, c *bot.Call) time.Duration {
	limit := r.move(l, c.Seat)
	if limit > 0 {
		limit += c.Grace
	}
	return limit
}

// announced returns the time limit stated in a bot's prompt: moves of that length break no limit. 0 is no limit.
func (r *Referee) announced(l *lane, c *bot.Call) time.Duration {
	limit := r.allowed(l, c)
	if r.average > 0 && (limit == 0 || r.average < limit) {
		limit = r.average
	}
	return limit
}

// charge subtracts the time of a move from its seat's.
func (r *Referee) charge(l *lane, c *bot.Call) {
	if c.Wall > 0 && !c.Settled {
		c.Charge()
	}
	s := &l.spent[c.Seat]
	s.charged += c.Charged() + c.Ponder
	s.cpu += c.CPU
	s.stall += c.Stall
}

// late sets a fault on an answer that came after the time of its move but before the bot was killed, or above an enforced average. An
// answer that is late only because of the host counts as in time.
func (r *Referee) late(l *lane, c *bot.Call) {
	if c.Settled {
		return
	}
	limit := r.allowed(l, c)
	took := time.Duration(c.Reply.Took) * time.Microsecond
	spent, bank := l.spent[c.Seat].charged, r.bank(l, l.moves[c.Seat]+1)
	switch {
	case c.Reply.Fault != game.NoFault:
		c.Held = c.Reply.Fault == game.Late && c.Slowed()
	case limit > 0 && took > limit:
		c.Reply.Fault = game.Late
		c.Reply.Note = fmt.Sprintf("the answer took %.1f ms, the limit is %.1f ms%s", ms(took), ms(limit), r.beside(c))
		c.Held = c.Slowed()
	case bank > 0 && spent > bank:
		c.Reply.Fault = game.Late
		c.Reply.Note = fmt.Sprintf("its moves of this game took %.0f ms, an average of %v allows %.0f ms", ms(spent), r.average, ms(bank))
	case limit > 0 && c.Wall > limit && !r.Processor:
		c.Excused = true
		if c.Reply.Note == "" {
			c.Reply.Note = fmt.Sprintf("the answer took %.1f ms and counts as in time: %.1f ms are charged of its %.1f ms%s", ms(c.Wall),
				ms(took), ms(limit), r.beside(c))
		}
	}
	c.Held = c.Held || c.Stall > r.usual(l, limit)/5 && c.Slowed()
}

// firstMoves is how many moves of a game of unknown length are averaged together: a bot may be slow in its first ones.
const firstMoves = 10

// bank returns what the enforced average allows a seat for its first moves: the average times the rounds of the game, in any distribution;
// if their number is unknown, times the moves so far. 0 is no limit.
func (r *Referee) bank(l *lane, moves int) time.Duration {
	if l.rounds > 0 {
		return r.average * time.Duration(l.rounds)
	}
	return r.average * time.Duration(max(moves, firstMoves))
}

// beside describes how much of a move's time is not charged.
func (r *Referee) beside(c *bot.Call) string {
	switch {
	case r.Processor:
		return fmt.Sprintf("; of processor time, within %.1f ms", ms(c.Wall))
	case c.Slowed():
		return fmt.Sprintf("; the host delayed it by another %.1f ms", ms(c.Stall))
	}
	return ""
}

func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }

// usual returns the time of a move by the clock of the game: its limit, or its share of the bank or of the enforced average.
func (r *Referee) usual(l *lane, limit time.Duration) time.Duration {
	if limit > 0 {
		return limit
	}
	if r.clock.Bank == 0 {
		return r.average
	}
	return r.clock.Bank / time.Duration(max(l.rounds, 1))
}

// tries is how often a game that the host may have decided is replayed.
const tries = 2

// void reports whether a game does not count because a bot was killed for its silence, and it is unknown whether it would have answered in
// time: the host held it up for a large part of its time, and it had not used all of it on a processor.
func (r *Referee) void(l *lane, c *bot.Call) bool {
	if !r.VoidStalled || l.fixture.Tries >= tries || c.Reply.Fault != game.Late {
		return false
	}
	sure := c.Limit
	if limit := r.allowed(l, c); limit > 0 {
		sure = limit
	}
	return c.Slowed() && c.CPU < sure || c.Wall > 0 && c.Spent() < c.Limit
}

// flagged reports whether a game is void because a seat lost on time although the host held it up for a large part of its time, and it had
// not used all of it on a processor.
func (r *Referee) flagged(l *lane) bool {
	if !r.VoidStalled || !r.timed || l.fixture.Tries >= tries {
		return false
	}
	for seat := range l.fixture.Seats {
		s := l.spent[seat]
		if l.table.Outcome(game.Seat(seat)).OnTime && r.clock.Bank > 0 && s.cpu < r.clock.Bank && s.stall > (s.charged+s.stall)/5 {
			return true
		}
	}
	return false
}
