package knockout

import (
	"cmp"
	"slices"

	"agon/tournament"
)

// A Bracket is a knockout as people draw it.
type Bracket struct {
	Rounds  int     // the final is the last; the match for the third place has no round of its own
	Matches []Match // by number: the first round from top to bottom, then the second…, the final, the match for the third place
	Seeds   []int   // entries by their place in the draw

	third bool
}

// A Match is one box of the bracket.
type Match struct {
	Number   int
	Round    int // from 0; the match for the third place stands in the final's
	Third    bool
	One, Two int // the entries, upper first; -1 while not known, and for nobody in a bye
	Bye      bool
	Wins     [2]int
	Games    []int  // the IDs of its games that count
	Winner   int    // an entry, -1 while not known
	Loser    int    // an entry, -1 while not known and where there is none
	How      string // what decided a match that games did not: "fewer faults", "the draw"

	played *tournament.Match
}

// Bracket is the bracket as far as the results in past have filled it.
func (k *Format) Bracket(f *tournament.Field, past tournament.Past) *Bracket {
	b := &Bracket{Seeds: k.draw(f), third: k.third && f.Size() > 3}
	size := 1
	for size < f.Size() {
		size *= 2
		b.Rounds++
	}
	played := make(map[int]*tournament.Match)
	for _, m := range past.Matches(k.series(f)) {
		played[m.Number] = m
	}
	b.firstRound(size)
	for from, n := 0, size/2; n > 1; from, n = from+n, n/2 {
		b.settle(from, n, played)
		b.nextRound(from, n)
	}
	b.settle(size-2, 1, played)
	if b.third {
		b.thirdPlace(size)
		b.settle(size-1, 1, played)
	}
	return b
}

// draw is the field in seeding order.
func (k *Format) draw(f *tournament.Field) []int {
	if !k.byRating {
		return f.Drawn(0x6472617767)
	}
	order := slices.Clone(f.Entries)
	if f.Ratings != nil {
		places := f.Places()
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.Ratings[places[b]], f.Ratings[places[a]]) })
	}
	return order
}

// positions is which seed, from 0, stands on which line of a bracket: with each doubling a seed's new neighbour is the one that makes
// the sum of their places the same everywhere.
func positions(size int) []int {
	lines := []int{0}
	for len(lines) < size {
		var wider []int
		for i, seed := range lines {
			one, two := seed, 2*len(lines)-1-seed
			if i%2 == 1 {
				one, two = two, one
			}
			wider = append(wider, one, two)
		}
		lines = wider
	}
	return lines
}

func (b *Bracket) firstRound(size int) {
	lines := positions(size)
	for i := 0; i < size; i += 2 {
		m := b.add(0)
		m.One, m.Two = b.seed(lines[i]), b.seed(lines[i+1])
		m.Bye = m.One < 0 || m.Two < 0
		if m.Bye {
			m.Winner = max(m.One, m.Two)
		}
	}
}

// seed is the entry at a place of the draw, -1 where the field is too small to have one.
func (b *Bracket) seed(at int) int {
	if at < len(b.Seeds) {
		return b.Seeds[at]
	}
	return -1
}

func (b *Bracket) add(round int) *Match {
	b.Matches = append(b.Matches, Match{Number: len(b.Matches), Round: round, One: -1, Two: -1, Winner: -1, Loser: -1})
	return &b.Matches[len(b.Matches)-1]
}

// nextRound lets the winners of n matches meet.
func (b *Bracket) nextRound(from, n int) {
	for i := from; i < from+n; i += 2 {
		m := b.add(b.Matches[i].Round + 1)
		m.One, m.Two = b.Matches[i].Winner, b.Matches[i+1].Winner
	}
}

func (b *Bracket) thirdPlace(size int) {
	m := b.add(b.Rounds - 1)
	m.Third = true
	m.One, m.Two = b.Matches[size-4].Loser, b.Matches[size-3].Loser
}

// settle finds the winners of n matches.
func (b *Bracket) settle(from, n int, played map[int]*tournament.Match) {
	for i := from; i < from+n; i++ {
		m := &b.Matches[i]
		m.played = played[m.Number]
		if m.played != nil {
			b.judge(m)
		}
	}
}

// judge reads the games of a match.
func (b *Bracket) judge(m *Match) {
	one := slices.Index(m.played.Entries, m.One)
	two := slices.Index(m.played.Entries, m.Two)
	m.Wins = [2]int{m.played.Wins[one], m.played.Wins[two]}
	for _, g := range m.played.Games {
		m.Games = append(m.Games, g.ID)
	}
	if !m.played.Decided {
		return
	}
	by := cmp.Compare(m.Wins[0], m.Wins[1])
	if by == 0 {
		m.How = "fewer faults"
		by = cmp.Compare(m.played.Faults[two], m.played.Faults[one])
	}
	if by == 0 {
		m.How = "the better place in the draw"
		by = cmp.Compare(slices.Index(b.Seeds, m.Two), slices.Index(b.Seeds, m.One))
	}
	m.Winner, m.Loser = m.One, m.Two
	if by < 0 {
		m.Winner, m.Loser = m.Two, m.One
	}
}
