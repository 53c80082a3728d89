package bomberman

const (
	pointsWall  = 10
	pointsSuper = 50
)

// pickUp gives power-ups to the players who stand on one, the dying too.
func (r *Rules) pickUp(s *State) {
	r.journal.addEvent(event{what: pickingUp})
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		dying := r.dying&(1<<i) != 0
		gift := s.Gift[p.At]
		if gift == noGift || p.Killed && !dying {
			continue
		}
		s.Gift[p.At] = noGift
		if gift != radiusGift {
			p.Bag++
		}
		if gift != bagGift {
			p.Radius *= 2
		}
		if gift == superGift && !(dying && r.Readings.Forfeit) {
			p.Gained.Bonus += pointsSuper
		}
	}
}

// destroy removes walls, players and bombs. A player loses the bounty for its death; the bombs that hit it are credited.
func (r *Rules) destroy(s *State) {
	r.journal.addEvent(event{what: destroying})
	if s.Bursts == 0 {
		return
	}
	r.journal.destroyed(s, r.hit[:r.hits], r.dying)
	for _, cell := range r.hit[:r.hits] {
		s.Ground[cell] = open
	}
	for i := range s.Players[:s.Seats] {
		if r.dying&(1<<i) == 0 {
			continue
		}
		p := &s.Players[i]
		s.Stands[p.At] = 0
		p.Gained.Lost -= s.Bounty
		for n := range s.Burst[:s.Bursts] {
			if s.Burst[n].covers(p.At, s.Width) {
				s.Burst[n].Kills++
			}
		}
	}
	s.clearAway()
}

// clearAway removes the exploded bombs; their owners have them back in the bag from the next round on.
func (s *State) clearAway() {
	kept := uint8(0)
	for _, cell := range s.Laid[:s.Bombing] {
		b := &s.Bombs[cell]
		if b.Burst == 0 {
			s.Laid[kept] = cell
			kept++
			continue
		}
		s.Players[b.Owner-1].Planted--
		*b = Bomb{}
	}
	clear(s.Laid[kept:s.Bombing])
	s.Bombing = kept
}

// reward pays each chain's whole worth once to every living player with a bomb in it.
func (r *Rules) reward(s *State) {
	for n := range s.Burst[:s.Bursts] {
		s.Burst[n].Chain = r.chain(uint8(n))
	}
	for first := range s.Burst[:s.Bursts] {
		if int(s.Burst[first].Chain) == first {
			r.pay(s, first)
		}
	}
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		p.Earned.Walls += p.Gained.Walls
		p.Earned.Kills += p.Gained.Kills
		p.Earned.Lost += p.Gained.Lost
		p.Earned.Bonus += p.Gained.Bonus
	}
}

func (r *Rules) pay(s *State, chain int) {
	var walls, kills int32
	var owners uint16
	for n := range s.Burst[:s.Bursts] {
		if b := &s.Burst[n]; int(b.Chain) == chain {
			walls += int32(b.Walls)
			kills += int32(b.Kills)
			owners |= 1 << b.Owner
		}
	}
	for i := range s.Players[:s.Seats] {
		if p := &s.Players[i]; owners&(1<<i) != 0 && !p.Killed {
			p.Gained.Walls += walls * pointsWall
			p.Gained.Kills += kills * s.Bounty
		}
	}
}

// cover computes each living player's share of the usable cells in whole percent. The quotient is computed first, multiplied by 100 and
// truncated, so 0.29 gives 28.
func (r *Rules) cover(s *State) {
	for i := range s.Players[:s.Seats] {
		p := &s.Players[i]
		if p.Killed {
			continue
		}
		share := float64(p.Been) / float64(s.Usable)
		percent := int32(float64(share * 100))
		p.Gained.Coverage = percent - p.Earned.Coverage
		p.Earned.Coverage = percent
		r.journal.addEvent(event{what: covered, seat: i, cell: p.At, share: share})
	}
}
