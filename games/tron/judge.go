package tron

import "math/bits"

// The value of a space among several players: tiles that can be ridden, and pairs of neighbours, of which a wide space has more than a
// narrow one. Once only two are left and are apart, only tiles count.
const (
	contested = 5
	settled   = 240
	border    = 38
)

// judge returns the worth of a position for me: that of the space that I am first in, less the mean of the others'.
func (s *search) judge(seat int) int {
	s.nodes++
	seats := s.runRace(seat)
	order := seats[:s.living]
	if s.living == 2 && !s.touches(order) {
		return settled*(s.ways(s.me)-s.ways(s.after(s.me))) + s.tempo(seat)
	}
	mine, theirs := 0, 0
	for _, at := range order {
		if worth := contested*s.ways(int(at)) + border*s.borders(&s.race.Own[at]); int(at) == s.me {
			mine = worth
		} else {
			theirs += worth
		}
	}
	return mine - theirs/(s.living-1)
}

// ways returns the most tiles a seat can ride of those that it would be first on.
func (s *search) ways(seat int) int { return s.chambers.ways(s.head[seat], &s.race.Own[seat]) }

// borders counts the pairs of neighbours in a space.
func (s *search) borders(p *Plane) (n int) {
	p.margins(&s.layout)
	for i := 1; i <= int(s.layout.Words); i++ {
		n += bits.OnesCount64(p[i]&(p[i]<<1)) + bits.OnesCount64(p[i]&p[i+1])
	}
	return n
}

// tempo decides between equal spaces: the player to move runs out of tiles first.
func (s *search) tempo(seat int) int {
	if seat == s.me {
		return -settled / 2
	}
	return settled / 2
}

// touches reports whether my space borders on anybody else's.
func (s *search) touches(order []int8) bool {
	mine := &s.race.Own[s.me]
	mine.margins(&s.layout)
	for i := 1; i <= int(s.layout.Words); i++ {
		beside := mine[i-1] | mine[i]<<1 | mine[i]>>1 | mine[i+1]
		for _, at := range order {
			if int(at) != s.me && beside&s.race.Own[at][i] != 0 {
				return true
			}
		}
	}
	return false
}

// runRace runs a race from here, a seat first and the others in turn order.
func (s *search) runRace(seat int) (order [maxSeats]int8) {
	s.race.Begin(s.layout, &s.walls)
	order = s.line(seat)
	s.race.Run(order[:s.living])
	return order
}

// line sets up a race from here and returns its order, a seat first.
func (s *search) line(seat int) (order [maxSeats]int8) {
	for i := range s.living {
		order[i] = int8(seat)
		s.addTile(&s.race.front[seat], s.head[seat])
		seat = s.after(seat)
	}
	return order
}
