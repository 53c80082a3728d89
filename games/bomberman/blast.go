package bomberman

// burn runs the timers and explodes the bombs that are due, and with them every bomb that their blasts reach. Walls and bombs stay on the
// map meanwhile, so no blast passes what another one of the same round destroys.
func (r *Rules) burn(s *State) {
	r.journal.addEvent(event{what: ticking})
	for _, cell := range s.Laid[:s.Bombing] {
		s.Bombs[cell].Timer--
	}
	r.journal.addEvent(event{what: detonating})
	for _, cell := range s.Laid[:s.Bombing] {
		if s.Bombs[cell].Timer < 1 {
			r.detonate(s, cell)
		}
	}
}

// detonate explodes the bomb on a cell, unless it is exploding already, and returns its index in the list of bursts.
func (r *Rules) detonate(s *State, cell int16) uint8 {
	b := &s.Bombs[cell]
	r.journal.addEvent(event{what: detonated, cell: cell, bomb: *b})
	if b.Burst != 0 {
		return b.Burst - 1
	}
	n := s.Bursts
	s.Bursts++
	b.Burst = s.Bursts
	r.parent[n] = n
	s.Burst[n] = Burst{At: cell, Owner: b.Owner - 1, Radius: b.Radius}
	if b.Radius < 0 {
		return n // overflow: the original's loops do not run at all
	}
	s.burnCell(cell)
	x, y := cell%s.Width, cell/s.Width
	r.blow(s, n, 0, 1, s.Width-1-x)
	r.blow(s, n, 1, -1, x)
	r.blow(s, n, 2, s.Width, s.Height-1-y)
	r.blow(s, n, 3, -s.Width, y)
	return n
}

func (s *State) burnCell(cell int16) { s.Blast[cell>>6] |= 1 << (cell & 63) }

// blow extends the blast of a burst along one arm, at most room cells. Another bomb explodes, joins the chain and stops it; a wall of
// either kind stops it; players and power-ups do not.
func (r *Rules) blow(s *State, n uint8, arm int, step, room int16) {
	b := &s.Burst[n]
	cell := b.At
	for range min(int32(room), b.Radius) {
		cell += step
		if s.Bombs[cell].Owner != 0 {
			if s.Stands[cell] == 0 {
				s.burnCell(cell)
			}
			r.join(n, r.detonate(s, cell))
			return
		}
		switch s.Ground[cell] {
		case hard:
			return
		case soft:
			s.burnCell(cell)
			r.hit[r.hits] = cell
			r.hits++
			b.Walls++
			b.Reach[arm]++
			return
		}
		s.burnCell(cell)
		b.Reach[arm]++
	}
}

// join makes one chain of the chains of two bursts.
func (r *Rules) join(a, b uint8) {
	a, b = r.chain(a), r.chain(b)
	r.parent[max(a, b)] = min(a, b)
}

// chain returns the first burst of a burst's chain.
func (r *Rules) chain(n uint8) uint8 {
	for r.parent[n] != n {
		n = r.parent[n]
	}
	return n
}

// mark kills living players in a blast. It runs before the commands and, for players who walk into a blast, after them.
func (r *Rules) mark(s *State) {
	if s.Bursts == 0 {
		return
	}
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		if !p.Killed && s.burning(p.At) {
			p.Killed, p.Died = true, s.Round
			r.dying |= 1 << i
		}
	}
}

// covers reports whether a burst burned a cell.
func (b *Burst) covers(cell, width int16) bool {
	if cell == b.At {
		return b.Radius >= 0
	}
	x, y := cell%width-b.At%width, cell/width-b.At/width
	switch {
	case y == 0 && x > 0:
		return x <= int16(b.Reach[0])
	case y == 0:
		return -x <= int16(b.Reach[1])
	case x == 0 && y > 0:
		return y <= int16(b.Reach[2])
	case x == 0:
		return -y <= int16(b.Reach[3])
	}
	return false
}
