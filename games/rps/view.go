package rps

import (
	"fmt"

	"agon/game"
)

// laws are the names of the laws in the results.
var laws = [...]string{Forfeit: "forfeit", Natural: "natural", SameHand: "same-hand", BeatingHand: "beating-hand", Lot: "random"}

// String returns the law's name in the results.
func (l Law) String() string { return laws[l] }

// view draws a state, of which nothing is hidden. Lists named _1 and _2 belong to player 1 and 2, one entry per round:
//
//	rounds            in the game; how many were played is in "round"
//	score             rounds won by each
//	hands_1, hands_2  0 forfeit, 1 rock, 2 paper, 3 scissors
//	winners           1 or 2, 0 if nobody won
//	laws              0 forfeit, 1 natural, 2 same hand, 3 beating hand, 4 lot
//	faults_1, …       reason of a forfeit: the fault's name, empty if there was a hand
//	decided           rounds by law, in the order of the numbers above
//	counts            hands counted so far: rock, paper, scissors of player 1, then those of player 2
//	law, because      of the last round: the law's name, and the reason in words
func view(f *game.Frame, s *State, viewer game.Seat) {
	if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	n := int(s.Rounds)
	f.Int("rounds", int(s.Of))
	f.Ints("score", 2, func(i int) int { return int(s.Points[i+1]) })
	for seat, name := range [...]string{"hands_1", "hands_2"} {
		f.Ints(name, n, func(i int) int { return int(s.Log[i].Hands[seat].Hand) })
	}
	f.Ints("winners", n, func(i int) int { return int(s.Log[i].Winner) })
	f.Ints("laws", n, func(i int) int { return int(s.Log[i].Law) })
	for seat, name := range [...]string{"faults_1", "faults_2"} {
		f.Texts(name, n, func(i int) string { return forfeited(s.Log[i].Hands[seat]) })
	}
	decided := decisions(s)
	f.Ints("decided", len(decided), func(i int) int { return decided[i] })
	f.Ints("counts", 6, func(i int) int { return int(s.Counts[i/3][i%3+1]) })
	if n > 0 {
		f.Text("law", s.Log[n-1].Law.String())
		f.Text("because", because(s))
	}
}

func forfeited(m Move) string {
	if m.Hand != None {
		return ""
	}
	if m.Why == game.NoFault {
		return "unknown"
	}
	return m.Why.String()
}

// decisions counts rounds by law.
func decisions(s *State) (n [len(laws)]int) {
	for i := range s.Log[:s.Rounds] {
		n[s.Log[i].Law]++
	}
	return n
}

// because describes what decided the last round.
func because(s *State) string {
	last := s.Log[s.Rounds-1]
	one, two := last.Hands[0], last.Hands[1]
	switch last.Law {
	case Natural:
		if last.Winner == 1 {
			return victory(one.Hand)
		}
		return victory(two.Hand)
	case SameHand:
		return fmt.Sprintf("same hand: player %d has played %s more often (%s)", last.Winner, word(one.Hand),
			habit(s, one.Hand, last.Winner))
	case BeatingHand:
		counter := one.Hand.Beater()
		return fmt.Sprintf("same hand, same habit: player %d has played %s, which beats it, more often (%s)", last.Winner, word(counter),
			habit(s, counter, last.Winner))
	case Lot:
		return fmt.Sprintf("same hand, same habits: player %d by lot", last.Winner)
	}
	switch last.Winner {
	case 1:
		return fmt.Sprintf("player 2 forfeits (%s)", forfeited(two))
	case 2:
		return fmt.Sprintf("player 1 forfeits (%s)", forfeited(one))
	}
	return fmt.Sprintf("both forfeit (%s, %s)", forfeited(one), forfeited(two))
}

func victory(h Hand) string {
	return [...]string{Rock: "rock blunts scissors", Paper: "paper covers rock", Scissors: "scissors cut paper"}[h]
}

func word(h Hand) string { return [...]string{Rock: "rock", Paper: "paper", Scissors: "scissors"}[h] }

// habit returns how often the winner and the loser have played a hand, this round included.
func habit(s *State, h Hand, winner uint8) string {
	return fmt.Sprintf("%d : %d", s.Counts[winner-1][h], s.Counts[2-winner][h])
}

func hash(h *game.Hash, s *State) {
	h.Int(int(s.Rounds))
	for i := range s.Log[:s.Rounds] {
		round := &s.Log[i]
		h.Uint64(uint64(round.Hands[0].Hand) | uint64(round.Hands[0].Why)<<8 |
			uint64(round.Hands[1].Hand)<<16 | uint64(round.Hands[1].Why)<<24 |
			uint64(round.Winner)<<32 | uint64(round.Law)<<40)
	}
}

// done describes the end of the game.
func done(s *State, _ func(game.Seat) string) string {
	one, two := s.Points[1], s.Points[2]
	if one == two {
		return fmt.Sprintf("a tied game, %d : %d", one, two)
	}
	return ""
}
