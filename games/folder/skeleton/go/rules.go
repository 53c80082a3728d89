//go:build ignore

// The rules of TITLE: players take a free cell in turn, and three in a row win. Build them with the line in game.toml.
package main

// State is a game in progress: a flat value, without pointers, slices and texts.
type State struct {
	Cells        [9]int8 // 0 is free, n belongs to seat n - 1
	Player, Left int8
	Won          int8 // the seat that has three in a row, plus 1
}

var words = [9]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}

var lines = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func init() {
	Serve(Game[State]{
		Deal: func(s *State, seats int, d Dice, o Options) { s.Left = 9 },
		Turn: func(s *State) []int {
			if s.Won > 0 || s.Left == 0 {
				return nil
			}
			return []int{int(s.Player)}
		},
		Moves: func(s *State, seat int) (moves []string) {
			for i, cell := range s.Cells {
				if cell == 0 {
					moves = append(moves, words[i])
				}
			}
			return moves
		},
		Step: func(s *State, moves map[int]string, d Dice) {
			own := s.Player + 1
			s.Cells[moves[int(s.Player)][0]-'1'] = own
			for _, l := range lines {
				if s.Cells[l[0]] == own && s.Cells[l[1]] == own && s.Cells[l[2]] == own {
					s.Won = own
				}
			}
			s.Left--
			s.Player = 1 - s.Player
		},
		Outcome: func(s *State, seat int) float64 {
			if int(s.Won) == seat+1 {
				return 1
			}
			return 0
		},
		Observe: func(s *State, seat int) Fields {
			rows := make([][]int, 3)
			for i, cell := range s.Cells {
				rows[i/3] = append(rows[i/3], int(cell))
			}
			return Fields{}.Grid("grid", rows)
		},
	})
}
