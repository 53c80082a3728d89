package main

import "agon/games/fence"

// scan is Fence and Conquer as its program plays it: after every ply all frames of the board are tried, repeatedly until none wins
// anything. The rules are compared with it.
type scan struct {
	cells [30][30]uint8
	x, y  [2]int
	turn  int
}

var strides = map[fence.Move][2]int{fence.Right: {1, 0}, fence.Left: {-1, 0}, fence.Down: {0, 1}, fence.Up: {0, -1}, fence.Stay: {}}

// newScan begins with the board of a state.
func newScan(s *fence.State) *scan {
	p := &scan{turn: int(s.Turn)}
	for x := range p.cells {
		for y := range p.cells[x] {
			p.cells[x][y] = uint8(s.At(x, y))
		}
	}
	for i := range 2 {
		p.x[i], p.y[i] = int(s.X[i]), int(s.Y[i])
	}
	return p
}

// ply colours the cell of the player on turn, moves it and closes its fences.
func (p *scan) ply(m fence.Move) {
	p.colour()
	i, own, n := p.turn, uint8(p.turn+1), len(p.cells)
	p.x[i], p.y[i] = (p.x[i]+strides[m][0]+n)%n, (p.y[i]+strides[m][1]+n)%n
	for p.pass(own) {
	}
	p.turn = 1 - i
}

// colour gives the player on turn its cell.
func (p *scan) colour() {
	if c := &p.cells[p.x[p.turn]][p.y[p.turn]]; *c == 0 {
		*c = uint8(p.turn + 1)
	}
}

// pass tries every frame once and reports whether any won a cell.
func (p *scan) pass(own uint8) (won bool) {
	n := len(p.cells)
	for x := range n {
		for y := range n {
			if p.cells[x][y] != own {
				continue
			}
			for w := 2; w <= 5 && x+w < n; w++ {
				for h := 2; h <= 5 && y+h < n; h++ {
					if p.closed(own, x, y, w, h) && p.fill(own, x, y, w, h) {
						won = true
					}
				}
			}
		}
	}
	return won
}

// closed reports whether all of a frame belongs to the player.
func (p *scan) closed(own uint8, x, y, w, h int) bool {
	for i := x; i <= x+w; i++ {
		if p.cells[i][y] != own || p.cells[i][y+h] != own {
			return false
		}
	}
	for j := y; j <= y+h; j++ {
		if p.cells[x][j] != own || p.cells[x+w][j] != own {
			return false
		}
	}
	return true
}

// fill takes the empty cells within a frame, unless it contains one of the other player.
func (p *scan) fill(own uint8, x, y, w, h int) (won bool) {
	for i := x + 1; i < x+w; i++ {
		for j := y + 1; j < y+h; j++ {
			if c := p.cells[i][j]; c != 0 && c != own {
				return false
			}
			won = won || p.cells[i][j] == 0
		}
	}
	for i := x + 1; won && i < x+w; i++ {
		for j := y + 1; j < y+h; j++ {
			p.cells[i][j] = own
		}
	}
	return won
}

// count returns the cells of both players.
func (p *scan) count() (cells [2]int32) {
	for x := range p.cells {
		for _, c := range p.cells[x] {
			if c > 0 {
				cells[c-1]++
			}
		}
	}
	return cells
}
