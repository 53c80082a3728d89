package colourbattle

import "agon/game"

// newRambo returns a bot that walks to a random tile, first horizontally and then vertically, and then draws another one.
func newRambo(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	var x, y int16
	aimed := false
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		if !aimed || x == s.X[seat] && y == s.Y[seat] {
			x, y, aimed = int16(d.Intn(int(s.Side))), int16(d.Intn(int(s.Side))), true
		}
		switch {
		case x > s.X[seat]:
			return Right
		case x < s.X[seat]:
			return Left
		case y > s.Y[seat]:
			return Up
		}
		return Down
	}
}

// newSteve returns a bot that looks one tile ahead: it takes a random neighbour that becomes its own, or else makes a random step.
func newSteve(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		x, y, side, id := s.X[seat], s.Y[seat], s.Side, s.ID[seat]
		var can [4]Move
		n := 0
		for m := Up; m <= Right; m++ {
			nx, ny := x+steps[m][0], y+steps[m][1]
			if nx < 0 || ny < 0 || nx >= side || ny >= side {
				continue
			}
			if floor := s.Grid[int(ny)*int(side)+int(nx)]; floor != id && Colour(floor, id) == id {
				can[n] = m
				n++
			}
		}
		if n == 0 {
			return Up + Move(d.Intn(4))
		}
		return can[d.Intn(n)]
	}
}
