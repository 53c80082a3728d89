package tron

import (
	"encoding/json"
	"fmt"

	"agon/game"
)

// fairDraws is how many starts a fair deal tries before it takes the fairest of them.
const fairDraws = 20000

// Deal puts every seat on a random tile of its own, the first of its trail.
func (r *Rules) Deal(s *State, seats int, d *game.Dice) error {
	if r.Width*r.Height < seats {
		return fmt.Errorf("a board of %d x %d has no room for %d players: raise width or height", r.Width, r.Height, seats)
	}
	*s = State{Layout: newLayout(r.Width, r.Height), Seats: int8(seats), Alive: int8(seats), Last: int8(seats)}
	for i := range s.Died {
		s.Died[i] = -1
	}
	starts := r.Start
	if starts == nil {
		drawn := r.draw(s, d)
		starts = drawn[:seats]
	}
	if len(starts) != seats {
		return fmt.Errorf("deal has %d start tiles for %d seats", len(starts), seats)
	}
	return s.place(starts)
}

func (s *State) place(starts [][2]int) error {
	for seat, at := range starts {
		if !s.Layout.Has(at[0], at[1]) {
			return fmt.Errorf("deal: start tile %v is off the board of %d x %d", at, s.Layout.Width, s.Layout.Height)
		}
		word, bit := s.Layout.Tile(at[0], at[1])
		if s.Walls[word]&bit != 0 {
			return fmt.Errorf("deal: start tile %v occurs twice", at)
		}
		s.Walls[word] |= bit
		s.Trails[seat][word] |= bit
		s.X[seat], s.Y[seat] = int8(at[0]), int8(at[1])
		s.StartX[seat], s.StartY[seat] = s.X[seat], s.Y[seat]
	}
	return nil
}

// draw draws start tiles. A fair start is the first one within the bound, or the fairest of [fairDraws], so that a strict bound costs a few
// hundredths of a second and never a game.
func (r *Rules) draw(s *State, d *game.Dice) [maxSeats][2]int {
	if !r.Fair {
		return drawStarts(s, d)
	}
	bound := r.FairPercent / 100 * float64(r.Width*r.Height)
	var best [maxSeats][2]int
	least := r.Width*r.Height + 1
	for range fairDraws {
		starts := drawStarts(s, d)
		if gap := r.gap(s, starts[:s.Seats]); gap < least {
			best, least = starts, gap
		}
		if float64(least) <= bound {
			break
		}
	}
	return best
}

func drawStarts(s *State, d *game.Dice) (starts [maxSeats][2]int) {
	width, height := int(s.Layout.Width), int(s.Layout.Height)
	for seat := range int(s.Seats) {
		for taken := true; taken; {
			at := d.Intn(width * height)
			starts[seat] = [2]int{at % width, at / width}
			taken = false
			for _, other := range starts[:seat] {
				taken = taken || other == starts[seat]
			}
		}
	}
	return starts
}

// gap returns how many tiles the largest share of the board has more than the smallest, if all race from the start in turn order.
func (r *Rules) gap(s *State, starts [][2]int) int {
	r.race.Begin(s.Layout, &s.Walls)
	for seat, at := range starts {
		r.race.Block(at[0], at[1])
		r.race.Put(seat, at[0], at[1])
	}
	var order [maxSeats]int8
	r.race.Run(turnOrder(order[:0], s, 0))
	least, most := r.race.Tiles[0], r.race.Tiles[0]
	for _, n := range r.race.Tiles[:len(starts)] {
		least, most = min(least, n), max(most, n)
	}
	return most - least
}

// parseDeal reads the option deal.
func parseDeal(text string) ([][2]int, error) {
	var starts [][2]int
	if err := json.Unmarshal([]byte(text), &starts); err != nil {
		return nil, fmt.Errorf("option deal must be one [x,y] per seat, such as [[22,19],[28,5]]: %w", err)
	}
	return starts, nil
}
