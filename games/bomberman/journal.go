package bomberman

import "slices"

// A journal records a round event by event, for the logs of a Replays folder. Rules keep one only for a writer.
type journal struct{ events []event }

// An event is one line of the engine's log, not yet formatted.
type event struct {
	what  what
	seat  int
	cell  int16
	n     int
	move  Move
	fate  Fate
	bomb  Bomb
	share float64
}

type what uint8

const (
	commanded what = iota
	began
	ticking
	detonating
	detonated
	commanding
	ignored
	refused
	rolled
	outrolled
	trying
	blocked
	pickingUp
	destroying
	wallGone
	playerGone
	covered
	finished
)

// addEvent records an event; a nil journal ignores it.
func (j *journal) addEvent(e event) {
	if j != nil {
		j.events = append(j.events, e)
	}
}

// destroyed records what is removed, row by row as the engine scans the map. A wall hit twice is removed once.
func (j *journal) destroyed(s *State, walls []int16, dying uint16) {
	if j == nil {
		return
	}
	gone := slices.Clone(walls)
	for i := range s.Players[:s.Seats] {
		if dying&(1<<i) != 0 {
			gone = append(gone, s.Players[i].At)
		}
	}
	slices.Sort(gone)
	for _, cell := range slices.Compact(gone) {
		if seat := s.Stands[cell]; seat != 0 {
			j.addEvent(event{what: playerGone, seat: int(seat - 1), cell: cell})
			continue
		}
		j.addEvent(event{what: wallGone, cell: cell})
	}
}
