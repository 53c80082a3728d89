package game

import "time"

// A Clock says how long a seat may take. A zero field is no limit, so the zero Clock has none at all; the guard against bots
// that never answer is the host's, not the clock's.
type Clock struct {
	First     time.Duration // for the first move of a game, Move where it is 0
	Move      time.Duration // for each move: a later answer is a fault
	Kill      time.Duration // a bot still silent then is killed; Move where it is 0
	Bank      time.Duration // for all moves of one game together, as on a chess clock
	Average   time.Duration // over all moves; reported, and enforced where the contest asks for it
	Calibrate bool          // Move grows by what a do-nothing program of the bot's language needs to start
}

// For is the time a seat has for its nth move of a game, counted from 0; 0 means no limit.
func (c Clock) For(nth int) time.Duration {
	if nth == 0 && c.First > 0 {
		return c.First
	}
	return c.Move
}

// Millis is n thousandths of a second, for the clocks of kinds, which know no package time.
func Millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// A Timer is the clock of a move that a built-in bot is thinking about.
type Timer interface {
	Limit() Micros // the time that the move may take; 0 for no limit
	Spent() Micros // the part of it that would be charged if the answer came now
}
