package tron

import (
	"cmp"

	"agon/game"
)

// newRandom returns a bot that steps to a random free neighbour.
func newRandom(_ game.Settings, d *game.Dice) game.BuiltinFunc[State, Move] {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		var can [4]Move
		n := 0
		for m := Up; m <= Right; m++ {
			if _, _, free := s.step(seat, m); free {
				can[n] = m
				n++
			}
		}
		if n == 0 {
			return Up
		}
		return can[d.Intn(n)]
	}
}

// newHugger returns a bot that steps to the free neighbour with the fewest free neighbours, but into a dead end only if there is nothing
// else. That keeps it along walls and wastes little space.
func newHugger(game.Settings, *game.Dice) game.BuiltinFunc[State, Move] {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		best, least := Up, 5
		for m := Up; m <= Right; m++ {
			x, y, free := s.step(seat, m)
			if !free {
				continue
			}
			exits := s.exits(x, y)
			exits = cmp.Or(exits, 4)
			if exits < least {
				best, least = m, exits
			}
		}
		return best
	}
}

// exits returns how many neighbours of a tile are free.
func (s *State) exits(x, y int) (n int) {
	for _, step := range steps[Up:] {
		if nx, ny := x+step[0], y+step[1]; s.Layout.Has(nx, ny) && !s.Walls.has(&s.Layout, nx, ny) {
			n++
		}
	}
	return n
}

// newFiller returns a bot that plays as if it were alone: it takes the step with the most reachable tiles, and of equal ones follows the
// walls.
func newFiller(game.Settings, *game.Dice) game.BuiltinFunc[State, Move] {
	race := new(Race)
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		best, most := Up, -1
		for m := Up; m <= Right; m++ {
			x, y, free := s.step(seat, m)
			if !free {
				continue
			}
			race.Begin(s.Layout, &s.Walls)
			race.Block(x, y)
			race.Put(int(seat), x, y)
			race.Run([]int8{int8(seat)})
			if worth := race.Tiles[seat]*8 - s.exits(x, y); worth > most {
				best, most = m, worth
			}
		}
		return best
	}
}
