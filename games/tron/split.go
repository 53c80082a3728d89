package tron

import "math/bits"

// A split divides the free tiles of a board between two heads that race for them: a tile belongs to the one that needs fewer steps to it,
// or else to the one to move.
type split struct {
	own  [2]Plane
	both Plane // those of the side to move to which the other needs as many steps
	free Plane // all tiles that are no walls

	layout Layout
	all    Plane
	front  [2]Plane
	rings  []uint64 // what each ring added, ring by ring: the words of one head, then those of the other
}

// raceHeads races from two heads, a side first.
func (s *split) raceHeads(a *atlas, walls *Plane, heads *[2]int, side int) {
	left := s.open(a, walls)
	s.free = left
	n := int(s.layout.Words)
	clear(s.own[0][1 : n+1])
	clear(s.own[1][1 : n+1])
	clear(s.both[1 : n+1])
	clear(s.front[0][1 : n+1])
	clear(s.front[1][1 : n+1])
	a.addTile(&s.front[0], heads[0])
	a.addTile(&s.front[1], heads[1])
	s.rings = s.rings[:0]
	for s.ring(&left, n, side) {
	}
}

// open returns every tile that is no wall.
func (s *split) open(a *atlas, walls *Plane) (left Plane) {
	if s.layout != a.layout {
		s.layout, s.all = a.layout, a.layout.all()
	}
	for i := 1; i <= int(s.layout.Words); i++ {
		left[i] = s.all[i] &^ walls[i]
	}
	return left
}

// parted reports whether no tile can be reached from both heads, without a race.
func (s *split) parted(a *atlas, walls *Plane, heads *[2]int) bool {
	left := s.open(a, walls)
	var front, reached Plane
	a.addTile(&front, heads[0])
	for spread(&front, &reached, &left, &s.layout) > 0 {
	}
	for _, step := range a.toward[Up:] {
		if a.in(&reached, heads[1]+step) {
			return false
		}
	}
	return true
}

// ring spreads both heads by one step over the remaining tiles and reports whether there were any.
func (s *split) ring(left *Plane, n, side int) bool {
	one, two := &s.front[side], &s.front[1-side]
	mine, theirs := &s.own[side], &s.own[1-side]
	one.margins(&s.layout)
	two.margins(&s.layout)
	at := len(s.rings)
	if cap(s.rings) < at+2*n {
		s.rings = append(make([]uint64, 0, 2*(at+2*n)), s.rings...)
	}
	s.rings = s.rings[:at+2*n]
	first, second := s.rings[at+side*n:][:n], s.rings[at+(1-side)*n:][:n]
	above1, here1 := one[0], one[1]
	above2, here2 := two[0], two[1]
	var any uint64
	for i := 1; i <= n; i++ {
		below1, below2, open := one[i+1], two[i+1], left[i]
		took1 := (above1 | here1<<1 | here1>>1 | below1) & open
		took2 := (above2 | here2<<1 | here2>>1 | below2) & open
		above1, here1 = here1, below1
		above2, here2 = here2, below2
		left[i] = open &^ (took1 | took2)
		one[i], two[i] = took1, took2
		s.both[i] |= took1 & took2
		mine[i] |= took1
		theirs[i] |= took2 &^ took1
		first[i-1], second[i-1] = took1, took2
		any |= took1 | took2
	}
	return any != 0
}

// apart reports, after the race, whether neither head can ever come to a tile that the other can.
func (s *split) apart() bool {
	n := int(s.layout.Words)
	mine, theirs := &s.own[0], &s.own[1]
	mine.margins(&s.layout)
	for i := 1; i <= n; i++ {
		if s.both[i]|(mine[i-1]|mine[i]<<1|mine[i]>>1|mine[i+1])&theirs[i] != 0 {
			return false
		}
	}
	return true
}

// tiles returns how many tiles the two can reach, and to how many of them both need as many steps.
func (s *split) tiles() (both, n int) {
	for i := 1; i <= int(s.layout.Words); i++ {
		both += bits.OnesCount64(s.both[i])
		n += bits.OnesCount64(s.own[0][i] | s.own[1][i])
	}
	return both, n
}

// inner returns the number of neighbours within a territory, added up over its tiles.
func (s *split) inner(side int) (n int) {
	own := &s.own[side]
	own.margins(&s.layout)
	for i := 1; i <= int(s.layout.Words); i++ {
		n += bits.OnesCount64(own[i]&(own[i]<<1)) + bits.OnesCount64(own[i]&own[i+1])
	}
	return 2 * n
}
