package worker

import (
	"fmt"
	"time"

	"agon/bot/lineup"
	"agon/format/tournament"
	"agon/game"
	"agon/play/referee"
	"agon/record/gamelog"
	"agon/record/replay"
)

// A Game is a fixture that has been played. Table and Record belong to the referee and are valid only during the call that passes the game
// on; the rest belongs to the receiver.
type Game struct {
	referee.Played
	Lineup []int          // as in its job
	Absent map[int]string // as in its job
	Seats  []SeatTally    // by seat
}

// A SeatTally is what a seat did in a game: what the ledger keeps, and what only the game and its log show.
type SeatTally struct {
	tournament.Seat
	Wall  time.Duration // of its moves, and the processor time that it used outside its turns
	CPU   time.Duration // that of the ledger, before rounding to microseconds
	Least time.Duration // its fastest move
	Most  time.Duration // its slowest
	Doubt string        // why the bot's reported times are not trusted; empty if they are
	// what the bot printed in this game, with agon's remarks; of game 0 is what belongs to no particular game, because it played several at
	// once
	Log []gamelog.Record

	took, stall time.Duration // Took and Stall of the ledger, before rounding to microseconds
}

// Entries returns the entries of the contest in the order of the seats.
func (g *Game) Entries() []int {
	entries := make([]int, len(g.Fixture.Seats))
	for seat, place := range g.Fixture.Seats {
		entries[seat] = g.Lineup[place]
	}
	return entries
}

// ReplaySeats returns what a replay says of entries, in the order of the seats.
func ReplaySeats(entries []lineup.Entry, order []int) (seats []replay.Seat) {
	for _, entry := range order {
		e := &entries[entry]
		seats = append(seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: entry, Params: e.Params()})
	}
	return seats
}

// Result returns the game's result for a ledger. It reads the record.
func (g *Game) Result() tournament.Result {
	r := tournament.Result{Fixture: int(g.Fixture.ID), Rounds: g.Record.Rounds, Turns: g.Record.Turns, Digest: g.Record.Digest}
	for _, s := range g.Seats {
		r.Seats = append(r.Seats, s.Seat)
	}
	return r
}

// CPU returns the processor time of all seats.
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

// end completes the tally with the seat's outcome.
func (s *SeatTally) end(o game.Outcome) {
	s.Place, s.Score, s.OnTime = o.Place, o.Score, o.OnTime
	s.Seat.CPU, s.Took, s.Stall = micros(s.CPU), micros(s.took), micros(s.stall)
}

func micros(d time.Duration) game.Micros { return game.Micros(d.Microseconds()) }

// times describes the time of the seat's moves.
func (s *SeatTally) times() string {
	return fmt.Sprintf("its %d moves took %.0f ms, %.0f ms of them on a processor; another %.0f ms, for which the host held it up, are "+
		"not charged",
		s.Moves, s.took.Seconds()*1e3, s.CPU.Seconds()*1e3, s.stall.Seconds()*1e3)
}
