package bomberman

import "agon/game"

// collisionDie is the number of sides of the die that players roll for a cell.
const collisionDie = 100

// collide has players with the same goal roll dice, all of them together, until no two share one; each time the lowest roll, the first one
// on a tie, loses its step.
func (r *Rules) collide(s *State, d *game.Dice) {
	for {
		rivals, n := r.rivals(int(s.Seats))
		if n == 0 {
			return
		}
		loser, lowest := 0, collisionDie
		for _, seat := range rivals[:n] {
			roll := d.Intn(collisionDie)
			r.journal.addEvent(event{what: rolled, seat: int(seat), n: roll})
			if roll < lowest {
				loser, lowest = int(seat), roll
			}
		}
		r.want[loser] = -1
		s.Players[loser].Fate = Outrolled
		r.journal.addEvent(event{what: outrolled, seat: loser})
	}
}

// rivals lists players who share a goal: goals in the order in which they were first named, players of a goal by key.
func (r *Rules) rivals(seats int) (list [maxSeats]uint8, n int) {
	var listed uint16
	for i := range seats {
		if r.want[i] < 0 || listed&(1<<i) != 0 {
			continue
		}
		from := n
		for j := i; j < seats; j++ {
			if r.want[j] == r.want[i] {
				list[n] = uint8(j)
				listed |= 1 << j
				n++
			}
		}
		if n == from+1 {
			n = from
		}
	}
	return list, n
}

// walk moves players: repeatedly the first whose goal is free, so that a column follows its head. The rest stay; swaps and rings do not
// move.
func (r *Rules) walk(s *State) {
	for {
		seat, free := r.nextStep(s)
		if seat < 0 {
			return
		}
		to := r.want[seat]
		r.want[seat] = -1
		r.journal.addEvent(event{what: trying, seat: seat, cell: to})
		if !free {
			s.Players[seat].Fate = Blocked
			r.journal.addEvent(event{what: blocked, seat: seat, cell: to})
			continue
		}
		s.Stands[s.Players[seat].At] = 0
		s.place(seat, to)
	}
}

func (r *Rules) nextStep(s *State) (seat int, free bool) {
	first := -1
	for i, to := range r.want[:s.Seats] {
		if to < 0 {
			continue
		}
		if s.Stands[to] == 0 {
			return i, true
		}
		if first < 0 {
			first = i
		}
	}
	return first, false
}
