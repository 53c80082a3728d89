package game

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// A Clock limits the time of a seat. A zero field means no limit, so the zero Clock has none. The limit that ends bots which never answer
// belongs to the host.
type Clock struct {
	First     time.Duration // for the first move of a game, Move where it is 0
	Move      time.Duration // for each move: a later answer is a fault
	Kill      time.Duration // a bot that is still silent then is killed; 0: Move
	Bank      time.Duration // for all moves of one game together, as on a chess clock
	Average   time.Duration // over all moves; reported, and enforced if the contest says so
	Calibrate bool          // Move grows by the start-up time of the bot's language
	Own       bool          // the rules limit each move by themselves: they are a [Limiter], and First and Move are not read
}

// For returns the time limit of a seat's nth move of a game, from 0; 0 means none.
func (c Clock) For(nth int) time.Duration {
	if nth == 0 && c.First > 0 {
		return c.First
	}
	return c.Move
}

// Longer returns the clock with all its limits multiplied by factor, which is at least 1.
func (c Clock) Longer(factor float64) Clock {
	for _, limit := range []*time.Duration{&c.First, &c.Move, &c.Kill, &c.Bank, &c.Average} {
		*limit = time.Duration(float64(*limit) * factor)
	}
	return c
}

// Text returns the limits in words: "first move 1s, a move 100ms". guard limits each call where nothing else does; 0 is the usual one.
func (c Clock) Text(guard time.Duration) string {
	var parts []string
	for _, limit := range []struct {
		is   time.Duration
		text string
	}{{c.First, "first move %v"}, {c.Move, "a move %v"}, {c.Kill, "killed after %v"}, {c.Bank, "all moves of a game together %v"},
		{c.Average, "on average %v"}} {
		if limit.is > 0 {
			parts = append(parts, fmt.Sprintf(limit.text, limit.is))
		}
	}
	if c.Own {
		parts = append(parts, "each move the time that the game's engine says")
	}
	if c.Calibrate {
		parts = append(parts, "a move's time grows by what the bot's language needs to start")
	}
	if len(parts) == 0 {
		return fmt.Sprintf("no limit but the guard: %v a call", cmp.Or(guard, 5*time.Second))
	}
	return strings.Join(parts, ", ")
}

// Millis returns n milliseconds, for the clocks of kinds, which must not import package time.
func Millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// A Timer is the clock of a built-in bot's current move.
type Timer interface {
	Limit() Micros // time allowed for the move; 0 for no limit
	Spent() Micros // the part of it that an answer now would be charged
}
