package bomberman

import "agon/game"

// view draws a state. Only the audience sees what walls hide, the seed, the commands of the last round and the do-nothings.
func view(f *game.Frame, s *State, viewer game.Seat) {
	viewMap(f, s)
	viewPlayers(f, s)
	viewBombs(f, s)
	viewBursts(f, s)
	if viewer == game.Audience {
		viewSecrets(f, s)
		f.Int("seed", int(s.Seed)) // from which hidden power-ups follow
	} else if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	f.Int("bounty", int(s.Bounty))
	f.Int("usable", int(s.Usable))
}

// viewMap draws the grids: walls (1 stays, 2 breaks), powerups (1 bag, 2 radius, 3 super), bombs (rounds until they explode), burning (0 or
// 1), touched (a bit for each seat that has been there).
func viewMap(f *game.Frame, s *State) {
	grid := func(name string, at func(cell int16) int) { viewGrid(f, s, name, at) }
	grid("walls", func(cell int16) int { return int(s.Ground[cell]) })
	grid("powerups", func(cell int16) int {
		if s.bare(cell) {
			return int(s.Gift[cell])
		}
		return 0
	})
	grid("bombs", func(cell int16) int { return int(s.Bombs[cell].Timer) })
	grid("burning", func(cell int16) int {
		if s.burning(cell) {
			return 1
		}
		return 0
	})
	grid("touched", func(cell int16) int {
		seats := 0
		for i := range s.Players[:s.Seats] {
			if s.Touched[i][cell>>6]&(1<<(cell&63)) != 0 {
				seats |= 1 << i
			}
		}
		return seats
	})
}

func viewGrid(f *game.Frame, s *State, name string, at func(cell int16) int) {
	w := int(s.Width)
	f.Grid(name, w, int(s.Height), func(x, y int) int { return at(int16(y*w + x)) })
}

// viewPlayers draws the public data of players, one list each by seat: position, points by reason for the game and (gained_) for the last
// round, the bag, the bombs left in it, the radius of the next bomb.
func viewPlayers(f *game.Frame, s *State) {
	list := func(name string, of func(p *Player) int) {
		f.Ints(name, int(s.Seats), func(i int) int { return of(&s.Players[i]) })
	}
	list("x", func(p *Player) int { return int(p.At % s.Width) })
	list("y", func(p *Player) int { return int(p.At / s.Width) })
	list("alive", func(p *Player) int {
		if p.Killed {
			return 0
		}
		return 1
	})
	list("died", func(p *Player) int {
		if !p.Killed {
			return -1
		}
		return int(p.Died)
	})
	list("points", func(p *Player) int { return int(p.Earned.Sum()) })
	viewPoints(list, "earned_", func(p *Player) *Points { return &p.Earned })
	viewPoints(list, "gained_", func(p *Player) *Points { return &p.Gained })
	list("bag", func(p *Player) int { return int(p.Bag) })
	list("free", func(p *Player) int { return int(p.Bag) - int(p.Planted) })
	list("radius", func(p *Player) int { return int(p.Radius) })
}

func viewPoints(list func(string, func(p *Player) int), prefix string, of func(p *Player) *Points) {
	list(prefix+"walls", func(p *Player) int { return int(of(p).Walls) })
	list(prefix+"kills", func(p *Player) int { return int(of(p).Kills) })
	list(prefix+"lost", func(p *Player) int { return int(of(p).Lost) })
	list(prefix+"bonus", func(p *Player) int { return int(of(p).Bonus) })
	list(prefix+"coverage", func(p *Player) int { return int(of(p).Coverage) })
}

// viewBombs draws the bombs on the map, one list per property. Bombs with an equal chain will explode together; worth is what the walls
// within reach of the whole chain would pay today.
func viewBombs(f *game.Frame, s *State) {
	list := func(name string, of func(n int) int) { f.Ints(name, int(s.Bombing), of) }
	bomb := func(n int) *Bomb { return &s.Bombs[s.Laid[n]] }
	list("bomb_x", func(n int) int { return int(s.Laid[n] % s.Width) })
	list("bomb_y", func(n int) int { return int(s.Laid[n] / s.Width) })
	list("bomb_owner", func(n int) int { return int(bomb(n).Owner) - 1 })
	list("bomb_timer", func(n int) int { return int(bomb(n).Timer) })
	list("bomb_radius", func(n int) int { return int(bomb(n).Radius) })
	chains, worth := forecast(s)
	list("bomb_chain", func(n int) int { return chains[n] })
	list("bomb_worth", func(n int) int { return worth[chains[n]] })
}

// forecast explodes all bombs of a copy of the state. It returns the chain of each bomb, and by chain what its walls are worth.
func forecast(s *State) (chains [maxBombs]int, worth [maxBombs]int) {
	if s.Bombing == 0 {
		return chains, worth
	}
	var r Rules
	c := *s
	c.Bursts = 0
	for _, cell := range c.Laid[:c.Bombing] {
		r.detonate(&c, cell)
	}
	for n, cell := range c.Laid[:c.Bombing] {
		burst := c.Bombs[cell].Burst - 1
		chains[n] = int(r.chain(burst))
		worth[chains[n]] += pointsWall * int(c.Burst[burst].Walls)
	}
	return chains, worth
}

// viewBursts draws the bombs that exploded in the last round, with their chains and what they hit.
func viewBursts(f *game.Frame, s *State) {
	list := func(name string, of func(b *Burst) int) {
		f.Ints(name, int(s.Bursts), func(n int) int { return of(&s.Burst[n]) })
	}
	list("burst_x", func(b *Burst) int { return int(b.At % s.Width) })
	list("burst_y", func(b *Burst) int { return int(b.At / s.Width) })
	list("burst_owner", func(b *Burst) int { return int(b.Owner) })
	list("burst_chain", func(b *Burst) int { return int(b.Chain) })
	list("burst_walls", func(b *Burst) int { return int(b.Walls) })
	list("burst_kills", func(b *Burst) int { return int(b.Kills) })
}

// viewSecrets draws what only the audience may see: power-ups under walls, commands and their results, do-nothings.
func viewSecrets(f *game.Frame, s *State) {
	viewGrid(f, s, "hidden", func(cell int16) int {
		if s.Ground[cell] == soft {
			return int(s.Gift[cell])
		}
		return 0
	})
	n := int(s.Seats)
	f.Ints("strikes", n, func(i int) int { return int(s.Players[i].Struck) })
	f.Texts("did", n, func(i int) string { return s.Players[i].Did.String() })
	f.Texts("fate", n, func(i int) string { return s.Players[i].Fate.String() })
}

// hash gathers the used part of a state.
func hash(h *game.Hash, s *State) {
	cells, seats := s.cells(), int(s.Seats)
	h.Bytes(s.Ground[:cells])
	h.Bytes(s.Gift[:cells])
	for _, cell := range s.Laid[:s.Bombing] {
		b := &s.Bombs[cell]
		h.Int(int(cell)<<16 | int(b.Owner)<<8 | int(uint8(b.Timer)))
		h.Int(int(b.Radius))
	}
	for _, word := range s.Blast[:(cells+63)>>6] {
		h.Uint64(word)
	}
	for i := range seats {
		s.Players[i].hash(h)
		for _, word := range s.Touched[i][:(cells+63)>>6] {
			h.Uint64(word)
		}
	}
	h.Int(int(s.Round))
	h.Int(int(s.Bounty))
	h.Int(int(s.Seed))
}

func (p *Player) hash(h *game.Hash) {
	h.Int(int(p.At))
	h.Int(int(p.Died))
	h.Int(int(p.Struck))
	h.Int(int(p.Bag))
	h.Int(int(p.Radius))
	h.Int(int(p.Earned.Walls))
	h.Int(int(p.Earned.Kills))
	h.Int(int(p.Earned.Lost))
	h.Int(int(p.Earned.Bonus))
	h.Int(int(p.Earned.Coverage))
	if p.Killed {
		h.Int(1)
	}
}
