package rps

import (
	"fmt"
	"strings"
)

// A history is the rounds so far as triples of player 1's hand, player 2's hand and the winner: rp2 is rock against paper, won by player 2.
// A forfeit is a dash, and only a double forfeit has the winner 0.

// letters are the hands in a history.
const letters = "-rps"

// appendHistory appends the rounds so far, as published (rp2;sp1) or with the separators of the original runner: one before every triple,
// and one more after those without a forfeit (;rp2;;sp1;).
func appendHistory(dst []byte, s *State, runner bool) []byte {
	for i := range s.Log[:s.Rounds] {
		round := &s.Log[i]
		if runner || i > 0 {
			dst = append(dst, ';')
		}
		dst = append(dst, letters[round.Hands[0].Hand], letters[round.Hands[1].Hand], '0'+round.Winner)
		if runner && round.Law != Forfeit {
			dst = append(dst, ';')
		}
	}
	return dst
}

// resume plays the rounds of a history in either form.
func (r *Rules) resume(s *State) error {
	for _, triple := range strings.Split(r.Before, ";") {
		if triple == "" {
			continue
		}
		if s.Rounds+1 >= s.Of {
			return fmt.Errorf("a game of %d rounds cannot begin after that many rounds", s.Of)
		}
		if err := r.resumeRound(s, triple); err != nil {
			return fmt.Errorf("round %d: %w", s.Rounds+1, err)
		}
	}
	return nil
}

func (r *Rules) resumeRound(s *State, triple string) error {
	if len(triple) != 3 {
		return fmt.Errorf("invalid round %.20q (want two of r, p, s and -, then the winner, as in rp2)", triple)
	}
	one, two := strings.IndexByte(letters, triple[0]), strings.IndexByte(letters, triple[1])
	if one < 0 || two < 0 || triple[2] < '0' || triple[2] > '2' {
		return fmt.Errorf("invalid round %q (want two of r, p, s and -, then the winner, as in rp2)", triple)
	}
	given := triple[2] - '0'
	winner, law := r.settle(s, Hand(one), Hand(two))
	switch {
	case law == Lot && given == 0:
		return fmt.Errorf("%q has a random winner: 1 or 2", triple)
	case law == Lot:
		winner = given
	case winner != given:
		return fmt.Errorf("the winner of %q must be %d, not %d", triple, winner, given)
	}
	s.addRound(Round{Hands: [2]Move{{Hand: Hand(one)}, {Hand: Hand(two)}}, Winner: winner, Law: law})
	return nil
}
