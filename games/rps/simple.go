package rps

import "agon/game"

// builtins are the built-in bots.
var builtins = []game.Builtin[State, Move]{
	{Name: "predictor", About: "predicts the opponent, knows who wins ties, and mixes safely until it knows enough", New: newPredictor},
	{Name: "frequency", About: "beats the hand that the opponent has played most", New: newFrequency},
	{Name: "random", About: "plays a random hand", New: newRandom},
	{Name: "rock", About: "always plays rock", New: constant(Rock)},
	{Name: "paper", About: "always plays paper", New: constant(Paper)},
	{Name: "scissors", About: "always plays scissors", New: constant(Scissors)},
}

type builtin = game.BuiltinFunc[State, Move]

func constant(h Hand) func(game.Settings, *game.Dice) builtin {
	return func(game.Settings, *game.Dice) builtin {
		drawn := drawings()
		return func(_ *State, _ game.Seat, out *game.Reply) Move {
			out.Remark = append(out.Remark, drawn[h]...)
			return Move{Hand: h}
		}
	}
}

func newRandom(_ game.Settings, d *game.Dice) builtin {
	drawn := drawings()
	return func(_ *State, _ game.Seat, out *game.Reply) Move {
		h := Rock + Hand(d.Intn(3))
		out.Remark = append(out.Remark, drawn[h]...)
		return Move{Hand: h}
	}
}

// newFrequency starts with a random hand; of hands that were played equally often it counters the lowest.
func newFrequency(_ game.Settings, d *game.Dice) builtin {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		if s.Rounds == 0 {
			return Move{Hand: Rock + Hand(d.Intn(3))}
		}
		return Move{Hand: most(&s.Counts[1-seat]).Beater()}
	}
}
