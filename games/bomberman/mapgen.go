package bomberman

// wallShare is the percentage of free cells that get a soft wall.
const wallShare = 35

// draw generates the map of s.Seed for s.Seats players, number by number as the original does. For four players it repeats until the
// power-ups can be placed fairly.
func (r *Rules) draw(s *State) {
	outer := newCSharp(s.Seed)
	for !r.try(s, newCSharp(outer.next()), s.Seats == 4 && !r.Readings.PowerUps) {
	}
}

// try generates one map; it returns false if fair power-ups are impossible on it.
func (r *Rules) try(s *State, inner *csharp, fair bool) bool {
	r.outline(s)
	for i := range s.Players[:s.Seats] {
		s.place(i, start(i, int(s.Seats), int(s.Width)))
	}
	r.raiseWalls(s, inner)
	if fair {
		if !placeFairly(s, inner) {
			return false
		}
	} else {
		placeByLot(s, inner, r.Readings.PowerUps)
	}
	centre := s.cell(int(s.Width)/2+1, int(s.Height)/2+1)
	s.Ground[centre], s.Gift[centre] = open, superGift
	return true
}

// Side returns the side of the map for a number of players.
func Side(seats int) int { return 21 + 10*((seats-1)/4) }

// outline empties the map and sets the hard walls: the border, and every cell whose coordinates are both odd.
func (r *Rules) outline(s *State) {
	side := Side(int(s.Seats))
	if s.Width != 0 { // a previous map was rejected
		clear(s.Ground[:])
		clear(s.Gift[:])
		clear(s.Stands[:])
		clear(s.Touched[:])
	}
	s.Width, s.Height = int16(side), int16(side)
	for i := range s.Players[:s.Seats] {
		s.Players[i].Been = 0
	}
	for y := 1; y <= side; y++ {
		for x := 1; x <= side; x++ {
			if x == 1 || y == 1 || x == side || y == side || x%2 == 1 && y%2 == 1 {
				s.Ground[s.cell(x, y)] = hard
			}
		}
	}
}

// start returns the start cell of a seat: sides are taken in turn, the first four players in the corners.
func start(seat, seats, side int) int16 {
	per := (seats + 3) / 4
	width := side / per
	number := seat + 1
	pos := (number + 3) / 4
	near, far := width*pos-width+2, side+width-width*pos-1
	x, y := 0, 0
	switch number % 4 {
	case 1:
		x, y = near, 2
	case 2:
		x, y = far, side-1
	case 3:
		x, y = 2, far
	case 0:
		x, y = side-1, near
	}
	return int16((y-1)*side + x - 1)
}

// raiseWalls draws the soft walls of the top left quarter and mirrors each into the others, then closes the centre. A number is drawn for
// every cell, whatever is there.
func (r *Rules) raiseWalls(s *State, inner *csharp) {
	half := int(s.Width)/2 + 2
	for x := 1; x < half; x++ {
		for y := 1; y < half; y++ {
			r.mirror(s, x, y, inner.between(0, 100))
		}
	}
	for x := half - 2; x < half+2; x++ {
		for y := half - 2; y < half+2; y++ {
			r.mirror(s, x, y, 0)
		}
	}
}

func (r *Rules) mirror(s *State, x, y, drawn int) {
	w, h := int(s.Width)+1, int(s.Height)+1
	r.raise(s, x, y, drawn)
	r.raise(s, w-x, y, drawn)
	r.raise(s, x, h-y, drawn)
	r.raise(s, w-x, h-y, drawn)
}

// raise sets a soft wall if the draw says so, the cell is free and no player starts beside it.
func (r *Rules) raise(s *State, x, y, drawn int) {
	cell := s.cell(x, y)
	if s.Stands[cell] != 0 {
		r.guard(s, x, y)
		return
	}
	if s.Ground[cell] == open && drawn < wallShare && !r.safe(s, x, y) {
		s.Ground[cell] = soft
	}
}

// guard sets walls three cells from a player's start: along the row for players at the top and bottom, along the column for those at the
// sides, both in the corners.
func (r *Rules) guard(s *State, x, y int) {
	w, h := int(s.Width), int(s.Height)
	if y == 2 || y == h-1 {
		s.block(inward(x, w), y)
	}
	if x == 2 || x == w-1 {
		s.block(x, inward(y, h))
	}
}

func inward(at, size int) int {
	if at+3 >= size {
		return at - 3
	}
	return at + 3
}

func (s *State) block(x, y int) {
	if cell := s.cell(x, y); s.Ground[cell] == open && s.Stands[cell] == 0 {
		s.Ground[cell] = soft
	}
}

// safe reports whether a player starts on one of the eight neighbours; by the readme's reading also two cells away in row or column.
func (r *Rules) safe(s *State, x, y int) bool {
	for i := range s.Players[:s.Seats] {
		px, py := s.spot(s.Players[i].At)
		dx, dy := px-x, py-y
		if dx*dx+dy*dy < 4 {
			return true
		}
		if r.Readings.SafeZone && dx*dx+dy*dy == 4 && dx*dy == 0 {
			return true
		}
	}
	return false
}
