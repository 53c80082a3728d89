package bomberman

const (
	bagsPerPlayer  = 2
	radiiPerPlayer = 4
	fairBands      = 6 // power-ups of a quarter when four play
)

// placeByLot hides power-ups under random soft walls, quarter by quarter, bags in the opposite order of quarters than radii. The engine
// gives each quarter the same number, rounded down; exact distributes the remainder.
func placeByLot(s *State, inner *csharp, exact bool) {
	seats := int(s.Seats)
	for quarter := range 4 {
		bags, radii := bagsPerPlayer*seats/4, radiiPerPlayer*seats/4
		if exact && quarter < bagsPerPlayer*seats%4 {
			bags++
		}
		hide(s, inner, 4-quarter, bags, bagGift)
		hide(s, inner, quarter, radii, radiusGift)
	}
}

func hide(s *State, inner *csharp, quarter, n int, gift uint8) {
	for n > 0 {
		x := inner.between(1, int(s.Width)/2+1)
		y := inner.between(1, int(s.Height)/2+1)
		cell := s.quartered(quarter, x, y)
		if s.Ground[cell] == soft && s.Gift[cell] == noGift {
			s.Gift[cell] = gift
			n--
		}
	}
}

// quartered returns the cell in another quarter that mirrors x, y of the top left one: 0 and 4 the same, 1 across, 2 below, 3 both.
func (s *State) quartered(quarter, x, y int) int {
	if quarter%4&1 != 0 {
		x = int(s.Width) + 1 - x
	}
	if quarter%4&2 != 0 {
		y = int(s.Height) + 1 - y
	}
	return s.cell(x, y)
}

// placeFairly hides six power-ups in each quarter at the same six distances from its corner, so that four players find the same at the same
// distance. It returns false if the map has too few distances with at least two walls.
func placeFairly(s *State, inner *csharp) bool {
	walls := bandWalls(s)
	bands := bandsWith(walls, 1)
	if len(bands) <= fairBands {
		return false
	}
	turn := inner.between(0, 3)
	if bands[0] > 5 {
		for band, n := range walls {
			if band > 2 && n > 0 {
				bands = append([]int{band}, bands...)
				break
			}
		}
	}
	for len(bands) > fairBands {
		at := inner.between(1, 4)
		bands = append(bands[:at], bands[at+1:]...)
	}
	for quarter := range 4 {
		for i, band := range bands {
			gift := radiusGift
			if (turn+i)%3 == 0 {
				gift = bagGift
			}
			cells := wallsInBand(s, quarter, band)
			s.Gift[cells[inner.below(len(cells))]] = gift
		}
	}
	return true
}

// bandWalls counts the soft walls of the top left quarter by band, the distance from its corner in steps.
func bandWalls(s *State) []int {
	edge := int(s.Width) / 2
	walls := make([]int, 2*edge)
	for x := 1; x < edge; x++ {
		for y := 1; y < edge; y++ {
			if s.Ground[s.cell(x, y)] == soft {
				walls[x+y-2]++
			}
		}
	}
	return walls
}

// bandsWith lists the bands with more than n walls, ascending.
func bandsWith(walls []int, n int) []int {
	var bands []int
	for band, count := range walls {
		if count > n {
			bands = append(bands, band)
		}
	}
	return bands
}

// wallsInBand lists the cells of a quarter's band that have a soft wall, column after column.
func wallsInBand(s *State, quarter, band int) []int {
	edge := int(s.Width) / 2
	var cells []int
	for x := 1; x < edge; x++ {
		for y := 1; y < edge; y++ {
			if cell := s.quartered(quarter, x, y); x+y-2 == band && s.Ground[cell] == soft {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}
