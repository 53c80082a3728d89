package fence

import (
	"fmt"

	"agon/game"
)

// Law is what decided a game.
type Law uint8

// The laws that end games, in the order in which they are checked.
const (
	undecided   Law = iota
	byFault         // a player gave no playable move
	byClock         // a player's clock ran out
	byCells         // more cells
	byClockLeft     // equal cells, more clock left
	bySecond        // equal cells, equal clocks: Player2
	byNobody        // tie=draw
	laws
)

var lawNames = [laws]string{"", "fault", "flag", "cells", "clock", "second", "draw"}

// String returns the law's name in frames: empty while the game goes on.
func (l Law) String() string { return lawNames[l] }

// fall ends the game with a loser.
func (s *State) fall(who int, law Law, why game.Fault) {
	s.Law, s.Fallen, s.Why = law, int8(who), why
}

// settle ends the game by the players' cells and clocks.
func (s *State) settle(draws bool) { _, s.Law = s.leader(draws) }

// leader returns the player ahead by cells, then clock, then seat; -1 if draws are allowed and the cells are equal.
func (s *State) leader(draws bool) (who int, law Law) {
	if s.Cells[0] != s.Cells[1] {
		return second(s.Cells[1] > s.Cells[0]), byCells
	}
	if draws {
		return -1, byNobody
	}
	if s.Clock[0] != s.Clock[1] {
		return second(s.Clock[1] > s.Clock[0]), byClockLeft
	}
	return 1, bySecond
}

func second(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// winner returns the player who has won or is ahead, -1 for nobody.
func (s *State) winner() int {
	if s.Fallen >= 0 {
		return 1 - int(s.Fallen)
	}
	who, _ := s.leader(s.Law == byNobody)
	return who
}

// Outcome returns the number of cells. A player who has fallen is second whatever it owns.
func (r *Rules) Outcome(s *State, seat game.Seat) game.Outcome {
	o := game.Outcome{Place: 1, Score: float64(s.Cells[seat])}
	who, _ := s.leader(r.Draws)
	if s.Fallen >= 0 {
		who = 1 - int(s.Fallen)
	}
	if who >= 0 && who != int(seat) {
		o.Place = 2
	}
	o.OnTime = s.Fallen == int8(seat) && (s.Law == byClock || s.Law == byFault && s.Why == game.Late)
	return o
}

// faultWords describe the fault that lost the game.
var faultWords = [...]string{
	game.Late:      "was still thinking when its clock was empty",
	game.Garbled:   "answered with an invalid move",
	game.Illegal:   "answered with an invalid move",
	game.Crashed:   "crashed",
	game.Gone:      "was gone",
	game.Memory:    "exceeded its memory limit",
	game.Output:    "exceeded its output limit",
	game.CPUTime:   "exceeded its limit of processor time",
	game.Disk:      "exceeded its disk limit",
	game.Unstarted: "could not be started",
}

// ending describes the end of the game, followed by the tuple of counts, as the original prints it.
func ending(s *State, name func(game.Seat) string) string {
	if s.Law == undecided {
		return ""
	}
	return fmt.Sprintf("%s: (%d, %d)", s.reason(name), s.Cells[0], s.Cells[1])
}

func (s *State) reason(name func(game.Seat) string) string {
	if s.Law == byNobody {
		return "a draw " + s.when()
	}
	winner := s.winner()
	won, lost := name(game.Seat(winner)), name(game.Seat(1-winner))
	switch s.Law {
	case byFault:
		return fmt.Sprintf("%s wins at ply %d, %s %s", won, s.Ply, lost, faultWords[s.Why])
	case byClock:
		return fmt.Sprintf("%s wins on time at ply %d, the clock of %s is empty", won, s.Ply, lost)
	case byClockLeft:
		return fmt.Sprintf("%s wins the tie %s, it has more clock left, %s s against %s s", won, s.when(), seconds(s.Clock[winner]),
			seconds(s.Clock[1-winner]))
	case bySecond:
		return fmt.Sprintf("%s wins the tie %s, cells and clocks are equal", won, s.when())
	}
	return fmt.Sprintf("%s wins by cells %s", won, s.when())
}

func (s *State) when() string {
	if s.full() {
		return fmt.Sprintf("with the board full after %d plies", s.Ply)
	}
	return fmt.Sprintf("after %d plies", s.Ply)
}

// seconds formats a time as the clocks show it.
func seconds(t game.Micros) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return fmt.Sprintf("%s%d.%06d", sign, t/1e6, t%1e6)
}
