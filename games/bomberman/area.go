package bomberman

import "math/bits"

// An area is a set of cells, for the built-in bots.
type area [maxWords]uint64

func (a *area) has(cell int16) bool { return a[cell>>6]&(1<<(cell&63)) != 0 }
func (a *area) addCell(cell int16)  { a[cell>>6] |= 1 << (cell & 63) }
func (a *area) remove(cell int16)   { a[cell>>6] &^= 1 << (cell & 63) }

func (a *area) count(words int) (n int) {
	for _, w := range a[:words] {
		n += bits.OnesCount64(w)
	}
	return n
}

func (a *area) empty(words int) bool {
	for _, w := range a[:words] {
		if w != 0 {
			return false
		}
	}
	return true
}

// meets reports whether two areas share a cell.
func (a *area) meets(b *area, words int) bool {
	for i, w := range a[:words] {
		if w&b[i] != 0 {
			return true
		}
	}
	return false
}

// only keeps the cells that are in b, without those that are in c.
func (a *area) only(b, c *area, words int) {
	for i := range a[:words] {
		a[i] &= b[i] &^ c[i]
	}
}

// without removes the cells of b.
func (a *area) without(b *area, words int) {
	for i := range a[:words] {
		a[i] &^= b[i]
	}
}

// spread returns the cells of a with all their neighbours. Cells beyond the left or right edge belong to the next row; maps have walls
// there.
func (a *area) spread(width, words int) (b area) {
	far, near := width>>6, uint(width&63)
	for i, w := range a[:words] {
		b[i] |= w | w<<1 | w>>1
		if i > 0 {
			b[i] |= a[i-1] >> 63
		}
		if i+1 < words {
			b[i] |= a[i+1] << 63
		}
		b.or(i+far, words, w<<near)
		b.or(i-far, words, w>>near)
		if near > 0 {
			b.or(i+far+1, words, w>>(64-near))
			b.or(i-far-1, words, w<<(64-near))
		}
	}
	return b
}

func (a *area) or(word, words int, v uint64) {
	if word >= 0 && word < words {
		a[word] |= v
	}
}

func (s *State) words() int { return (s.cells() + 63) >> 6 }

// walkable returns the cells that a player may step on: without wall and bomb.
func (s *State) walkable() (a area) {
	for cell, ground := range s.Ground[:s.cells()] {
		if ground == open {
			a.addCell(int16(cell))
		}
	}
	for _, cell := range s.Laid[:s.Bombing] {
		a.remove(cell)
	}
	return a
}
