package tron

// won is the worth of a won game, far above that of any position, before subtracting how soon it ends.
const (
	won     = 1 << 20
	longest = 256 // plies that a search may go down, forced ones included
)

// A search looks ahead for one seat. It assumes that the others play against it together (paranoid search; with two seats it is plain
// alpha-beta). It makes and undoes moves on its own copy of the position.
type search struct {
	atlas
	me, seats, living int
	walls             Plane
	trails            [maxSeats]Plane
	head              [maxSeats]int
	dead              [maxSeats]bool

	race     Race
	chambers chambers
	duel     *duel
	timer    timer

	nodes, budget int // positions judged, and how many may be
	killers       [longest]Move

	bet        bet
	beam, wide []spot
	path, plan []Move // the current path and the longest one found, once alone
}

func newSearch(l Layout) *search {
	s := &search{atlas: newAtlas(l)}
	s.chambers = newChambers(&s.atlas)
	s.duel = newDuel(&s.atlas, &s.chambers)
	return s
}

// load loads the position of a game in which a seat is to move.
func (s *search) load(g *State, me int) {
	s.me, s.seats, s.living = me, int(g.Seats), int(g.Alive)
	s.walls, s.trails = g.Walls, g.Trails
	for seat := range s.seats {
		s.head[seat] = s.number(int(g.X[seat]), int(g.Y[seat]))
		s.dead[seat] = g.Cause[seat] != Alive
	}
	s.nodes = 0
	s.bet.settle(&s.head)
	clear(s.killers[:])
}

func (s *search) spent() bool {
	if s.timer.on {
		return s.timer.over(s.nodes)
	}
	return s.nodes >= s.budget
}

// moves lists the free steps of a seat, the one that was best before in this depth first.
func (s *search) moves(seat int, first Move) (list [4]Move, n int) {
	head := s.head[seat]
	if first != 0 && s.free(&s.walls, head+s.toward[first]) {
		list[0], n = first, 1
	}
	for m := Up; m <= Right; m++ {
		if m != first && s.free(&s.walls, head+s.toward[m]) {
			list[n] = m
			n++
		}
	}
	return list, n
}

func (s *search) ride(seat int, m Move) {
	s.head[seat] += s.toward[m]
	s.addTile(&s.walls, s.head[seat])
	s.addTile(&s.trails[seat], s.head[seat])
}

func (s *search) back(seat int, m Move) {
	s.remove(&s.walls, s.head[seat])
	s.remove(&s.trails[seat], s.head[seat])
	s.head[seat] -= s.toward[m]
}

// after returns the next living seat.
func (s *search) after(seat int) int {
	for {
		if seat++; seat == s.seats {
			seat = 0
		}
		if !s.dead[seat] {
			return seat
		}
	}
}

// look returns the worth of the position for me when a seat is to move, within alpha and beta. It is undefined once the budget is spent.
func (s *search) look(seat, depth, ply, alpha, beta int) int {
	if s.living == 1 {
		return won - ply
	}
	if s.spent() {
		return 0
	}
	if depth <= 0 || ply == longest {
		return s.judge(seat)
	}
	list, n := s.moves(seat, s.killers[ply])
	if n == 0 {
		return s.die(seat, depth, ply, alpha, beta)
	}
	if n == 1 {
		depth++ // a forced step does not count
	}
	mine := seat == s.me
	best, next := won, s.after(seat)
	if mine {
		best = -won
	}
	for _, m := range list[:n] {
		s.ride(seat, m)
		worth := s.look(next, depth-1, ply+1, alpha, beta)
		s.back(seat, m)
		if mine {
			best = max(best, worth)
			alpha = max(alpha, worth)
		} else {
			best = min(best, worth)
			beta = min(beta, worth)
		}
		if alpha >= beta {
			s.killers[ply] = m
			break
		}
	}
	return best
}

// die removes a seat that cannot move and frees its trail for the others.
func (s *search) die(seat, depth, ply, alpha, beta int) int {
	if seat == s.me {
		return ply - won + (s.seats-s.living)*won/8
	}
	next, trail := s.after(seat), &s.trails[seat]
	for i := range trail {
		s.walls[i] &^= trail[i]
	}
	s.dead[seat] = true
	s.living--
	worth := s.look(next, depth, ply+1, alpha, beta)
	s.living++
	s.dead[seat] = false
	for i := range trail {
		s.walls[i] |= trail[i]
	}
	return worth
}
