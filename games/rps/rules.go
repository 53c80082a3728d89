// Package rps is the kind "rps", BattleBots 2020: rock, paper, scissors in which habits break ties.
//
// The rules are those that the contest published. Differences of its runner are the option rules = runner-2020; where the runner crashed
// (every forfeit but one) the published intent is played under both. README.md explains them to contestants.
package rps

import (
	"errors"
	"fmt"

	"agon/game"
)

// maxRounds bounds a game, since a state holds all of its rounds.
const maxRounds = 1024

// Hand is what a player shows.
type Hand uint8

// The hands. None is a forfeit.
const (
	None Hand = iota
	Rock
	Paper
	Scissors
)

// Beater returns the hand that beats h, which must not be None.
func (h Hand) Beater() Hand { return h%3 + 1 }

// Move is a hand, or a forfeit with its reason. The zero Move is a forfeit for an unknown reason.
type Move struct {
	Hand Hand
	Why  game.Fault
}

// Law is what decided a round.
type Law uint8

// The laws, in the order in which they are applied.
const (
	Forfeit     Law = iota // somebody showed no hand
	Natural                // rock > scissors > paper > rock
	SameHand               // equal hands: the player who has shown that hand more often wins
	BeatingHand            // still tied: the player who has shown the hand that beats it more often
	Lot                    // still tied: a random player
)

// Round is a round that was played.
type Round struct {
	Hands  [2]Move // by seat
	Winner uint8   // 1 or 2 as the contest numbers players; 0 if both forfeited
	Law    Law
}

// State is a game in progress.
type State struct {
	Log    [maxRounds]Round // the first Rounds count
	Counts [2][4]int32      // by seat and hand; a round with a forfeit counts for nobody
	Points [3]int32         // rounds won by player 1 and 2; [0] is rounds that nobody won
	Rounds int32
	Of     int32 // rounds in the game
}

// Rules are the laws with their options.
type Rules struct {
	Rounds int
	Runner bool   // the third law as in the original runner
	Before string // rounds that count as played already, in the contest's notation
}

// Deal starts with no rounds played, or with those of the option "deal".
func (r *Rules) Deal(s *State, _ int, _ *game.Dice) error {
	*s = State{Of: int32(r.Rounds)}
	if r.Before == "" {
		return nil
	}
	if err := r.resume(s); err != nil {
		return fmt.Errorf("deal: %w", err)
	}
	return nil
}

// Turn returns both, until the rounds are played.
func (r *Rules) Turn(s *State) game.Seats {
	if s.Rounds >= s.Of {
		return game.Seats{}
	}
	return game.FirstSeats(2)
}

// Check accepts the three hands.
func (r *Rules) Check(_ *State, _ game.Seat, m Move) error {
	if m.Hand < Rock || m.Hand > Scissors || m.Why != game.NoFault {
		return errors.New("a move must be ROCK, PAPER or SCISSORS")
	}
	return nil
}

// Absent forfeits the round only.
func (r *Rules) Absent(_ *State, _ game.Seat, why game.Fault) Move { return Move{Why: why} }

// Step plays one round: hands first, then habits, then chance.
func (r *Rules) Step(s *State, moves []game.Move[Move], d *game.Dice) {
	one, two := moves[0].Value, moves[1].Value
	winner, law := r.settle(s, one.Hand, two.Hand)
	if law == Lot {
		winner = uint8(2 - d.Intn(2)) // the original draws 1 or 2; so a given draw of 1 is player 1 and of 2 player 2
	}
	s.addRound(Round{Hands: [2]Move{one, two}, Winner: winner, Law: law})
}

// A verdict is the result of the hands alone, or a tie.
type verdict struct {
	winner uint8
	law    Law
}

// verdicts are by the hand of player 1 and of player 2.
var verdicts = [4][4]verdict{
	None:     {None: {0, Forfeit}, Rock: {2, Forfeit}, Paper: {2, Forfeit}, Scissors: {2, Forfeit}},
	Rock:     {None: {1, Forfeit}, Rock: {0, SameHand}, Paper: {2, Natural}, Scissors: {1, Natural}},
	Paper:    {None: {1, Forfeit}, Rock: {1, Natural}, Paper: {0, SameHand}, Scissors: {2, Natural}},
	Scissors: {None: {1, Forfeit}, Rock: {2, Natural}, Paper: {1, Natural}, Scissors: {0, SameHand}},
}

// settle returns the winner and the law; the winner is 0 if chance must decide, or if nobody wins.
func (r *Rules) settle(s *State, one, two Hand) (winner uint8, law Law) {
	v := verdicts[one&3][two&3]
	if v.law == SameHand {
		return r.settleTie(s, one)
	}
	return v.winner, v.law
}

// settleTie applies the habits. The tied hand of this round would count once for each, so it is left out.
func (r *Rules) settleTie(s *State, tied Hand) (winner uint8, law Law) {
	if lead := s.lead(tied); lead != 0 {
		return leader(lead), SameHand
	}
	lead := s.lead(tied.Beater())
	if lead == 0 || r.Runner && lead == -1 { // in the runner player 2 needs a lead of two here, player 1 only one
		return 0, Lot
	}
	return leader(lead), BeatingHand
}

// lead returns how much more often player 1 has played a hand than player 2.
func (s *State) lead(h Hand) int32 { return s.Counts[0][h] - s.Counts[1][h] }

func leader(lead int32) uint8 {
	if lead > 0 {
		return 1
	}
	return 2
}

// addRound writes a round down.
func (s *State) addRound(round Round) {
	s.Log[s.Rounds] = round
	s.Rounds++
	s.Points[round.Winner]++
	if round.Law != Forfeit {
		s.Counts[0][round.Hands[0].Hand]++
		s.Counts[1][round.Hands[1].Hand]++
	}
}

// Outcome returns the rounds won. Equal numbers are a tied game: both share the first place.
func (r *Rules) Outcome(s *State, seat game.Seat) game.Outcome {
	mine, theirs := s.Points[1+seat], s.Points[2-seat]
	o := game.Outcome{Place: 1, Score: float64(mine)}
	if mine < theirs {
		o.Place = 2
	}
	return o
}
