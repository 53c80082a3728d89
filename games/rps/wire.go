package rps

import (
	"fmt"

	"agon/game"
)

// wire is how the contest runs an image: the history as the one argument, present and empty in round one, the player's number in the
// environment, nothing on standard input; a JSON object on standard output, and the exit code 0.
type wire struct {
	runner  bool // separators as in the original runner
	anyCase bool // "rock" counts as "ROCK"
}

var names = [...]string{Rock: "ROCK", Paper: "PAPER", Scissors: "SCISSORS"}

// String returns the hand as bots write it; None is "FORFEIT".
func (h Hand) String() string {
	if h == None {
		return "FORFEIT"
	}
	return names[h]
}

// Ask appends the history and the player's number.
func (w *wire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	const perRound = len(";rp2;")
	history := make([]byte, 0, perRound*int(s.Rounds))
	p.Args = append(p.Args, string(appendHistory(history, s, w.runner)))
	p.Env = append(p.Env, [...]string{"PLAYER_NUMBER=1", "PLAYER_NUMBER=2"}[seat])
}

// Read parses the hand of an answer, and its art as a remark. Art above 60 x 60 is dropped with a note and costs nothing.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	a, err := w.parse(r)
	if err != nil {
		return Move{}, err
	}
	if r.Remark, err = appendArt(r.Remark, a.art); err != nil {
		r.Note = "art dropped: " + err.Error()
	}
	return Move{Hand: a.hand}, nil
}

// Format returns the hand as bots say it.
func (w *wire) Format(m Move) string { return m.Hand.String() }

// Parse returns the inverse of Format.
func (w *wire) Parse(text string) (Move, error) {
	if hand := handOf(text); hand != None {
		return Move{Hand: hand}, nil
	}
	return Move{}, fmt.Errorf("unknown move %.80q (want ROCK, PAPER or SCISSORS)", text)
}

// handOf returns a hand by name, None if there is none.
func handOf(name string) Hand {
	for hand := Rock; hand <= Scissors; hand++ {
		if names[hand] == name {
			return hand
		}
	}
	return None
}
