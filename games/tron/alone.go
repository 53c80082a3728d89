package tron

// A lane is a possible step of a head, with the most tiles that it can ride from there.
type lane struct {
	move  Move
	ways  int
	exits int // free neighbours of the tile stepped on
}

// alone reports whether nobody else can reach my space, and an upper bound of the tiles of it that I can ride.
func (s *search) alone() (most int, alone bool) {
	space := s.reach()
	for seat := range s.seats {
		if seat == s.me || s.dead[seat] {
			continue
		}
		for _, step := range s.toward[Up:] {
			if s.in(space, s.head[seat]+step) {
				return 0, false
			}
		}
	}
	return s.chambers.ways(s.head[s.me], space), true
}

// reach returns every tile that I can reach.
func (s *search) reach() *Plane {
	s.race.Begin(s.layout, &s.walls)
	s.addTile(&s.race.front[s.me], s.head[s.me])
	s.race.Run([]int8{int8(s.me)})
	return &s.race.Own[s.me]
}

// fill searches the longest path through a space that is mine alone. It starts with the rest of its previous plan and continues by limited
// discrepancy search: first the path that always takes the most promising step, then all paths that deviate from it once, twice and so on,
// until the budget is spent or the path has the maximal length.
func (s *search) fill(most int) finding {
	s.keep()
	for slack := 0; len(s.plan) < most && slack < most && !s.spent(); slack++ {
		s.extend(slack, most)
	}
	if len(s.plan) == 0 {
		return finding{move: Up}
	}
	return finding{move: s.plan[0], alone: true, depth: len(s.plan), worth: most, nodes: s.nodes}
}

// keep removes the step that was played from the plan; it drops a plan that does not fit the board any more.
func (s *search) keep() {
	old := s.plan
	s.plan, s.path = s.plan[:0], s.path[:0]
	if len(old) < 2 {
		return
	}
	copy(old, old[1:])
	old = old[:len(old)-1]
	fits := 0
	for fits < len(old) && s.free(&s.walls, s.head[s.me]+s.toward[old[fits]]) {
		s.ride(s.me, old[fits])
		fits++
	}
	for i := fits - 1; i >= 0; i-- {
		s.back(s.me, old[i])
	}
	if fits == len(old) {
		s.plan = old
	}
}

// extend continues the path, deviating from the most promising step up to slack times, and keeps the longest path as the plan.
func (s *search) extend(slack, most int) {
	lanes, n := s.lanes()
	if n == 0 && len(s.path) > len(s.plan) {
		s.plan = append(s.plan[:0], s.path...)
	}
	for i, l := range lanes[:n] {
		if i > 0 && slack == 0 || len(s.path)+1+l.ways <= len(s.plan) || s.spent() && len(s.plan) > 0 {
			return
		}
		s.ride(s.me, l.move)
		s.path = append(s.path, l.move)
		s.extend(slack-min(i, 1), most)
		s.path = s.path[:len(s.path)-1]
		s.back(s.me, l.move)
		if len(s.plan) >= most {
			return
		}
	}
}

// lanes returns my free steps, the most promising first: with most tiles behind, and of these along the walls.
func (s *search) lanes() (lanes [4]lane, n int) {
	list, count := s.moves(s.me, 0)
	for _, m := range list[:count] {
		l := lane{move: m, ways: len(s.bit)}
		if count > 1 {
			l.ways, l.exits = s.beyond(m)
		}
		at := n
		for ; at > 0 && (l.ways > lanes[at-1].ways || l.ways == lanes[at-1].ways && l.exits < lanes[at-1].exits); at-- {
			lanes[at] = lanes[at-1]
		}
		lanes[at] = l
		n++
	}
	return lanes, n
}

// beyond returns the most tiles behind a step, and the free neighbours there.
func (s *search) beyond(m Move) (ways, exits int) {
	s.nodes++
	s.ride(s.me, m)
	ways = s.chambers.ways(s.head[s.me], s.reach())
	for _, step := range s.toward[Up:] {
		if s.free(&s.walls, s.head[s.me]+step) {
			exits++
		}
	}
	s.back(s.me, m)
	return ways, exits
}
