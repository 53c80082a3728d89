package fence

import (
	"encoding/json"
	"fmt"
)

// Deal is an explicit start, the option "deal" as JSON.
type Deal struct {
	Start [2][2]int `json:"start"` // x, y of both players
	Board []string  `json:"board"` // string x holds board[x][0], board[x][1]…; default: empty except for the start cells
	Turn  int       `json:"turn"`  // the seat that moves first
}

// parseDeal parses the option and checks it against the size of the board.
func parseDeal(text string, n int) (*Deal, error) {
	d := &Deal{}
	if err := json.Unmarshal([]byte(text), d); err != nil {
		return nil, fmt.Errorf("option deal: %w", err)
	}
	for _, at := range d.Start {
		if at[0] < 0 || at[1] < 0 || at[0] >= n || at[1] >= n {
			return nil, fmt.Errorf("option deal: start cell %v is off the board of %d x %d", at, n, n)
		}
	}
	if d.Turn != 0 && d.Turn != 1 {
		return nil, fmt.Errorf("option deal: turn must be 0 for Player1 or 1 for Player2, not %d", d.Turn)
	}
	if d.Board == nil {
		if d.Start[0] == d.Start[1] {
			return nil, fmt.Errorf("option deal: both players start on %v; without a board the cells must differ", d.Start[0])
		}
		return d, nil
	}
	return d, d.checkBoard(n)
}

func (d *Deal) checkBoard(n int) error {
	if len(d.Board) != n {
		return fmt.Errorf("option deal: the board has %d columns, but option N is %d", len(d.Board), n)
	}
	for x, column := range d.Board {
		if len(column) != n {
			return fmt.Errorf("option deal: column %d of the board has %d cells, but option N is %d", x, len(column), n)
		}
		for y, c := range []byte(column) {
			if c < '0' || c > '2' {
				return fmt.Errorf("option deal: cell %d,%d is %q; cells must be 0, 1 or 2", x, y, c)
			}
		}
	}
	return nil
}

// apply sets up the start. On a given board the start cells keep their colours.
func (d *Deal) apply(s *State) {
	s.Turn = uint8(d.Turn)
	for seat, at := range d.Start {
		s.X[seat], s.Y[seat] = int16(at[0]), int16(at[1])
		if d.Board == nil {
			s.paint(seat)
		}
	}
	for x, column := range d.Board {
		for y, c := range []byte(column) {
			if c != '0' {
				s.giveCell(int(c-'1'), x, y)
				s.Unsought[c-'1'] = true
			}
		}
	}
}
