package worker

import (
	"fmt"
	"time"

	"agon/game"
	"agon/referee"
	"agon/tournament"
)

// A Game is a fixture that has been played. Table and Record belong to the referee and are good only during the call that hands the game
// over; the rest is the receiver's.
type Game struct {
	referee.Played
	Lineup []int          // as in its job
	Absent map[int]string // as in its job
	Seats  []SeatTally    // by seat
}

// A SeatTally is what a seat did in a game: what the ledger keeps of it, and what only a single game and its log show.
type SeatTally struct {
	tournament.Seat
	Wall  time.Duration // of its moves, and the processor time that it used outside its turns
	CPU   time.Duration // that of the ledger, before it is rounded down to microseconds
	Least time.Duration // its fastest move
	Most  time.Duration // its slowest
	Doubt string        // why the times that the bot reports are not believed; empty while they are
	Log   []byte        // what the bot wrote in this game, and what agon notes of it
	Turns []byte        // the same under a heading for each turn; see bot.ReadLog
	Loose []byte        // what it wrote since its last game outside any that can be told, while it played several at once

	took, stall time.Duration // Took and Stall of the ledger, before they are rounded down
}

// Entries are the entries of the contest in the order of the seats.
func (g *Game) Entries() []int {
	entries := make([]int, len(g.Fixture.Seats))
	for seat, place := range g.Fixture.Seats {
		entries[seat] = g.Lineup[place]
	}
	return entries
}

// Result is what the game counts for in a ledger. It reads the record.
func (g *Game) Result() tournament.Result {
	r := tournament.Result{Fixture: int(g.Fixture.ID), Rounds: g.Record.Rounds, Turns: g.Record.Turns, Digest: g.Record.Digest}
	for _, s := range g.Seats {
		r.Seats = append(r.Seats, s.Seat)
	}
	return r
}

// CPU is the processor time of all seats.
func (g *Game) CPU() (sum time.Duration) {
	for _, s := range g.Seats {
		sum += s.CPU
	}
	return sum
}

// fault counts a fault.
func (s *SeatTally) fault(why game.Fault) {
	if s.Faults == nil {
		s.Faults = map[string]int{}
	}
	s.Faults[why.String()]++
}

// end completes the tally with what the seat came to.
func (s *SeatTally) end(o game.Outcome) {
	s.Place, s.Score, s.OnTime = o.Place, o.Score, o.OnTime
	s.Seat.CPU, s.Took, s.Stall = micros(s.CPU), micros(s.took), micros(s.stall)
}

func micros(d time.Duration) game.Micros { return game.Micros(d.Microseconds()) }

// times is what the seat's moves took, in words.
func (s *SeatTally) times() string {
	return fmt.Sprintf("its %d moves took %.0f ms, %.0f ms of them on a processor; %.0f ms more, in which the host held it up, are not charged",
		s.Moves, s.took.Seconds()*1e3, s.CPU.Seconds()*1e3, s.stall.Seconds()*1e3)
}
