package fence

import (
	"fmt"

	"agon/game"
)

// Law is what decided a game.
type Law uint8

// The laws that end games, in the order in which they are asked.
const (
	undecided   Law = iota
	byFault         // a player gave no move that can be played
	byClock         // a player's clock was empty
	byCells         // more cells
	byClockLeft     // equal cells, more clock left
	bySecond        // equal cells, equal clocks: Player2
	byNobody        // tie=draw
	laws
)

var lawNames = [laws]string{"", "fault", "flag", "cells", "clock", "second", "draw"}

// String is the law's name in frames: empty while the game goes on.
func (l Law) String() string { return lawNames[l] }

// fall ends the game: who has lost.
func (s *State) fall(who int, law Law, why game.Fault) {
	s.Law, s.Fallen, s.Why = law, int8(who), why
}

// settle ends the game by what the players have.
func (s *State) settle(draws bool) { _, s.Law = s.leader(draws) }

// leader is who is ahead by cells, then clock, then seat; -1 when draws are allowed and the cells are equal.
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

// winner is who has won or is ahead, -1 for nobody.
func (s *State) winner() int {
	if s.Fallen >= 0 {
		return 1 - int(s.Fallen)
	}
	who, _ := s.leader(s.Law == byNobody)
	return who
}

// Outcome is the number of cells. Who has fallen is second whatever it owns.
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

// faultWords say what a player did that lost it the game.
var faultWords = [...]string{
	game.Late:      "was still thinking when its clock was empty",
	game.Garbled:   "answered with something that is no move",
	game.Illegal:   "answered with something that is no move",
	game.Crashed:   "crashed",
	game.Gone:      "was gone",
	game.Memory:    "used more memory than it may",
	game.Output:    "wrote more than it may",
	game.CPUTime:   "used more processor time than it may",
	game.Disk:      "wrote more to its disk than it may",
	game.Unstarted: "never came to life",
}

// ending tells how a game ended, with the players by their seats. It closes with the tuple of counts, as the original prints it.
func ending(s *State) string {
	if s.Law == undecided {
		return ""
	}
	return fmt.Sprintf("%s: (%d, %d)", s.reason(), s.Cells[0], s.Cells[1])
}

func (s *State) reason() string {
	name := [2]string{"seat 0", "seat 1"} // viewers put the names there
	if s.Law == byNobody {
		return "a draw " + s.when()
	}
	winner := s.winner()
	won, lost := name[winner], name[1-winner]
	switch s.Law {
	case byFault:
		return fmt.Sprintf("%s wins at ply %d, %s %s", won, s.Ply, lost, faultWords[s.Why])
	case byClock:
		return fmt.Sprintf("%s wins on time at ply %d, the clock of %s is empty", won, s.Ply, lost)
	case byClockLeft:
		return fmt.Sprintf("%s wins the tie %s, it has more clock left, %s s against %s s", won, s.when(), seconds(s.Clock[winner]), seconds(s.Clock[1-winner]))
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

// seconds is a time as the clocks show it.
func seconds(t game.Micros) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return fmt.Sprintf("%s%d.%06d", sign, t/1e6, t%1e6)
}
