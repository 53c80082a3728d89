package tron

import (
	"testing"

	"agon/game"
)

// TestRaceIsWhatItSays compares the fill on planes with one that goes tile by tile, on boards of many sizes with random walls.
func TestRaceIsWhatItSays(t *testing.T) {
	dice := game.NewDice(1, nil)
	var race Race
	for _, size := range [][2]int{{2, 2}, {3, 7}, {30, 20}, {31, 21}, {32, 9}, {40, 40}, {64, 64}} {
		for walls := range 12 {
			s := scattered(t, size, walls*4, &dice)
			order := turnOrder(nil, &s, int8(dice.Intn(int(s.Seats))))
			race.Begin(s.Layout, &s.Walls)
			for _, seat := range order {
				race.Put(int(seat), int(s.X[seat]), int(s.Y[seat]))
			}
			race.Run(order)
			tiles, distance := walked(&s, order)
			if race.Tiles != tiles || race.Distance != distance {
				t.Fatalf("board %v: tiles %v, distances %v; tile by tile %v, %v", size, race.Tiles, race.Distance, tiles, distance)
			}
		}
	}
}

// scattered returns a deal with walls on a percentage of the free tiles.
func scattered(t testing.TB, size [2]int, percent int, dice *game.Dice) State {
	t.Helper()
	var s State
	r := &Rules{Width: size[0], Height: size[1]}
	if err := r.Deal(&s, 2+dice.Intn(3), dice); err != nil {
		t.Fatal(err)
	}
	for y := range size[1] {
		for x := range size[0] {
			if dice.Intn(100) < percent {
				word, bit := s.Layout.Tile(x, y)
				s.Walls[word] |= bit
			}
		}
	}
	return s
}

// walked returns the race by queues.
func walked(s *State, order []int8) (tiles, distance [maxSeats]int) {
	taken := s.Walls
	var fronts [maxSeats][][2]int
	for _, seat := range order {
		fronts[seat] = [][2]int{{int(s.X[seat]), int(s.Y[seat])}}
	}
	for round, added := 1, true; added; round++ {
		added = false
		for _, seat := range order {
			var reached [][2]int
			for _, at := range fronts[seat] {
				for _, step := range steps[Up:] {
					x, y := at[0]+step[0], at[1]+step[1]
					if !s.Layout.Has(x, y) || taken.has(&s.Layout, x, y) {
						continue
					}
					word, bit := s.Layout.Tile(x, y)
					taken[word] |= bit
					reached = append(reached, [2]int{x, y})
					tiles[seat]++
					distance[seat] += round
					added = true
				}
			}
			fronts[seat] = reached
		}
	}
	return tiles, distance
}
