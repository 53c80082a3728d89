package bomberman

import (
	"fmt"
	"strconv"
	"strings"
)

// Start is an explicit start, the option "deal".
type Start struct {
	Rows  []string // as in map.txt: '#', '+', ' ', the keys of the players, and visible power-ups
	Gifts []Hidden
}

// Hidden is a power-up under a wall.
type Hidden struct {
	X, Y int // from 1
	Gift uint8
}

// ParseStart parses an explicit start: rows separated by '/' or line breaks, then after a ';' the hidden power-ups as "x,y,symbol"
// separated by spaces, with the symbols of map.txt: '&' a bag, '!' a radius, '$' the super power-up.
func ParseStart(text string) (*Start, error) {
	rows, gifts, _ := strings.Cut(text, ";")
	st := &Start{Rows: strings.FieldsFunc(rows, func(c rune) bool { return c == '/' || c == '\n' || c == '\r' })}
	for _, word := range strings.Fields(gifts) {
		h, err := parseHidden(word)
		if err != nil {
			return nil, err
		}
		st.Gifts = append(st.Gifts, h)
	}
	return st, nil
}

func parseHidden(word string) (Hidden, error) {
	parts := strings.SplitN(word, ",", 3)
	if len(parts) == 3 {
		x, errX := strconv.Atoi(parts[0])
		y, errY := strconv.Atoi(parts[1])
		if gift := giftOf(parts[2]); errX == nil && errY == nil && gift != noGift {
			return Hidden{x, y, gift}, nil
		}
	}
	return Hidden{}, fmt.Errorf("deal: a hidden power-up must be x,y,symbol such as 3,2,&, not %q", word)
}

func giftOf(symbol string) uint8 {
	for gift, c := range giftSymbols {
		if gift > 0 && symbol == string(c) {
			return uint8(gift)
		}
	}
	return noGift
}

// dealStart sets up the start. Every seat must be on the map, and all bags together must not exceed the state's room for bombs.
func (st *Start) dealStart(s *State) error {
	if len(st.Rows) == 0 || len(st.Rows) > maxSide || len(st.Rows[0]) > maxSide {
		return fmt.Errorf("deal: a map must have 1 to %d rows of as many cells", maxSide)
	}
	s.Width, s.Height = int16(len(st.Rows[0])), int16(len(st.Rows))
	for y, row := range st.Rows {
		if len(row) != int(s.Width) {
			return fmt.Errorf("deal: row %d has %d cells, but the first has %d", y+1, len(row), s.Width)
		}
		for x := range row {
			if err := st.put(s, x+1, y+1, row[x]); err != nil {
				return err
			}
		}
	}
	for _, h := range st.Gifts {
		if h.X < 1 || h.Y < 1 || h.X > int(s.Width) || h.Y > int(s.Height) {
			return fmt.Errorf("deal: a power-up at %d,%d is off the map of %d x %d", h.X, h.Y, s.Width, s.Height)
		}
		s.Gift[s.cell(h.X, h.Y)] = h.Gift
	}
	return st.complete(s)
}

func (st *Start) put(s *State, x, y int, symbol byte) error {
	cell := s.cell(x, y)
	switch {
	case symbol == '#':
		s.Ground[cell] = hard
	case symbol == '+':
		s.Ground[cell] = soft
	case symbol == ' ', symbol == '.':
	case giftOf(string(symbol)) != noGift:
		s.Gift[cell] = giftOf(string(symbol))
	case symbol >= 'A' && symbol < key(int(s.Seats)):
		if s.Players[symbol-'A'].Been > 0 {
			return fmt.Errorf("deal: player %c is on two cells", symbol)
		}
		s.place(int(symbol-'A'), int16(cell))
	default:
		return fmt.Errorf("deal: invalid start symbol %q at %d,%d on a map of %d players", symbol, x, y, s.Seats)
	}
	return nil
}

func (st *Start) complete(s *State) error {
	bombs := int(s.Seats)
	for i := range s.Players[:s.Seats] {
		if s.Players[i].Been == 0 {
			return fmt.Errorf("deal: player %c is missing", key(i))
		}
	}
	for _, gift := range s.Gift[:s.cells()] {
		if gift == bagGift || gift == superGift {
			bombs++
		}
	}
	if bombs > maxBombs {
		return fmt.Errorf("deal: all bags together would hold %d bombs; at most %d are possible: lay out fewer bags", bombs, maxBombs)
	}
	return nil
}
