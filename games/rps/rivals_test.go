package rps

import "agon/game"

// A rival is a player that is not built in.
type rival struct {
	name string
	new  func(d *game.Dice) builtin
}

// habitual are rivals that can be predicted.
var habitual = []rival{
	{"plays the three hands in turn", func(*game.Dice) builtin {
		return func(s *State, _ game.Seat, _ *game.Reply) Move { return Move{Hand: Rock + Hand(s.Rounds%3)} }
	}},
	{"repeats my last hand", func(*game.Dice) builtin {
		return fromLast(func(r Round, me game.Seat) Hand { return r.Hands[1-me].Hand })
	}},
	{"beats my last hand", func(*game.Dice) builtin {
		return fromLast(func(r Round, me game.Seat) Hand { return r.Hands[1-me].Hand.Beater() })
	}},
	{"beats its own last hand", func(*game.Dice) builtin {
		return fromLast(func(r Round, me game.Seat) Hand { return r.Hands[me].Hand.Beater() })
	}},
	{"stays when it wins and moves on when it loses", func(*game.Dice) builtin {
		return fromLast(func(r Round, me game.Seat) Hand {
			if game.Seat(r.Winner) == me+1 {
				return r.Hands[me].Hand
			}
			return r.Hands[me].Hand.Beater()
		})
	}},
	{"plays rock every other time", func(d *game.Dice) builtin {
		return func(*State, game.Seat, *game.Reply) Move { return Move{Hand: Rock + Hand(max(d.Intn(4)-1, 0))} }
	}},
}

func fromLast(next func(r Round, me game.Seat) Hand) builtin {
	return func(s *State, me game.Seat, _ *game.Reply) Move {
		if s.Rounds == 0 {
			return Move{Hand: Scissors}
		}
		return Move{Hand: next(s.Log[s.Rounds-1], me)}
	}
}

func predict(d *game.Dice) builtin { return newPredictor(game.Settings{}, d) }

// newSafe plays only the mixture that loses to nobody.
func newSafe(d *game.Dice) builtin {
	return looking(func(p *past, _ *State, _ game.Seat) Hand {
		gains := p.gains()
		mix := safe(&gains)
		return Rock + Hand(mix[d.Intn(len(mix))])
	})
}

// newReader knows the predictor's code: it simulates the predictor in the other seat, with dice of its own, and plays against that.
func newReader(d *game.Dice) builtin {
	twin := predict(d)
	return looking(func(p *past, s *State, me game.Seat) Hand {
		theirs := twin(s, 1-me, nil).Hand - Rock
		gains, best := p.gains(), 0
		for mine := range gains {
			if gains[mine][theirs] > gains[best][theirs] {
				best = mine
			}
		}
		return Rock + Hand(best)
	})
}

func looking(choose func(p *past, s *State, me game.Seat) Hand) builtin {
	var p past
	return func(s *State, me game.Seat, _ *game.Reply) Move {
		for n := len(p.mine); n < int(s.Rounds); n++ {
			p.addRound(&s.Log[n], me)
		}
		return Move{Hand: choose(&p, s, me)}
	}
}

// tally plays games of 51 rounds between two bots, which change seats from game to game.
func tally(games int, one, two func(d *game.Dice) builtin) (won, lost, tied int) {
	for seed := range int64(games) {
		seat := game.Seat(seed % 2)
		ahead := duel(seed, seat, one, two)
		switch {
		case ahead > 0:
			won++
		case ahead < 0:
			lost++
		default:
			tied++
		}
	}
	return won, lost, tied
}

// duel plays one game and returns by how many rounds one, in its seat, leads two.
func duel(seed int64, seat game.Seat, one, two func(d *game.Dice) builtin) int {
	var s State
	var out game.Reply
	var bots [2]builtin
	rules := &Rules{Rounds: 51}
	dice, first, second := game.NewDice(seed, nil), game.NewDice(game.SubSeed(seed, 1), nil), game.NewDice(game.SubSeed(seed, 2), nil)
	first.Turn(0)
	second.Turn(0)
	bots[seat], bots[1-seat] = one(&first), two(&second)
	moves := make([]game.Move[Move], 2)
	rules.Deal(&s, 2, &dice)
	for s.Rounds < s.Of {
		for i := range bots {
			out.Reset()
			moves[i].Value = bots[i](&s, game.Seat(i), &out)
		}
		dice.Turn(int(s.Rounds) + 1)
		rules.Step(&s, moves, &dice)
	}
	return int(s.Points[1+seat] - s.Points[2-seat])
}
