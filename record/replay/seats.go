package replay

import (
	"fmt"
	"strings"

	"agon/game"
)

// SeatOf returns a seat by its number, or by the name of who played it.
func (r *Replay) SeatOf(who string) (game.Seat, error) {
	for seat, s := range r.Seats {
		if s.Name == who || fmt.Sprint(seat) == who {
			return game.Seat(seat), nil
		}
	}
	return 0, fmt.Errorf("%s: in this game played %s", who, r.Players())
}

// Players names who played, with their seats.
func (r *Replay) Players() string {
	names := make([]string, len(r.Seats))
	for seat, s := range r.Seats {
		names[seat] = s.Name
	}
	return fmt.Sprintf("%s, in the seats 0 to %d", strings.Join(names, ", "), len(names)-1)
}
