package knockout

import (
	"cmp"
	"slices"

	"agon/format/tournament"
)

// bracket is a bracket during its construction.
type bracket struct {
	*tournament.Bracket
	played map[int]*tournament.Match
	field  *tournament.Field
	ready  []int // by tie: the round of play in which the next one can begin
	second int   // the number of the second final of a double elimination, -1 if there is none
	series int
}

// Bracket returns the bracket, filled with the results in past.
func (k *Format) Bracket(f *tournament.Field, past tournament.Past) *tournament.Bracket {
	f, past = tournament.Succeeded(f, past, tournament.Now)
	return k.bracket(f, past).Bracket
}

func (k *Format) bracket(f *tournament.Field, past tournament.Past) *bracket {
	b := &bracket{Bracket: &tournament.Bracket{Seeds: k.draw(f)}, played: map[int]*tournament.Match{}, second: -1, series: k.bestOf,
		field: f}
	for _, m := range past.Matches(k.series(f)) {
		b.played[m.Number] = m
	}
	size, rounds := 1, 0
	for size < f.Size() {
		size *= 2
		rounds++
	}
	b.Ties = make([]tournament.Tie, 0, 2*size)
	if k.double {
		b.double(size, rounds)
	} else {
		b.single(size, rounds, k.third && f.Size() > 3)
	}
	b.ready = make([]int, len(b.Ties))
	for i := range b.Ties {
		b.fill(&b.Ties[i])
		b.depart(&b.Ties[i])
	}
	b.vacate()
	return b
}

// draw returns the field in seeding order.
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

// positions returns the seed, from 0, of each line of a bracket. Each doubling adds the neighbours that make the sum of places the same
// for all pairs.
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

// fill determines the sides of a tie, its winner and its loser.
func (b *bracket) fill(t *tournament.Tie) {
	for side, from := range t.From {
		t.Sides[side] = b.fed(from)
	}
	if t.Number == b.second {
		b.fillSecond(t)
	}
	t.Winner, t.Loser = tournament.Unknown, tournament.Unknown
	for side, entry := range t.Sides {
		if entry == tournament.Nobody && t.Sides[1-side] != tournament.Unknown {
			t.Bye, t.Winner, t.Loser = true, t.Sides[1-side], tournament.Nobody
			return
		}
	}
	if m := b.played[t.Number]; m != nil {
		b.judge(t, m)
	}
}

// depart decides a tie without the entries that are gone when it would begin or continue.
func (b *bracket) depart(t *tournament.Tie) {
	round := 0
	for _, from := range t.From {
		if from.What != tournament.FromDraw {
			round = max(round, b.ready[from.At])
		}
	}
	m := b.played[t.Number]
	if m != nil {
		round = m.Latest + 1
	}
	b.ready[t.Number] = round
	if !t.Live() || m != nil && !m.GivenUp && len(m.Games) < m.Planned {
		return
	}
	given := m != nil && m.GivenUp
	one, two := given || b.field.Gone(t.Sides[0], round), given || b.field.Gone(t.Sides[1], round)
	switch {
	case one && two:
		t.Winner, t.Loser, t.Left = tournament.Nobody, tournament.Nobody, "both left"
	case one:
		t.Winner, t.Loser, t.Left = t.Sides[1], t.Sides[0], walkover
	case two:
		t.Winner, t.Loser, t.Left = t.Sides[0], t.Sides[1], walkover
	}
}

// walkover is how a tie was decided whose other entry is gone.
const walkover = "the other left"

// vacate marks the entries that are gone, and gives the bracket to the best of those who stay if its winner is gone or nobody was left for
// its final.
func (b *bracket) vacate() {
	for _, e := range b.Seeds {
		if b.field.Gone(e, tournament.After) {
			b.Gone = append(b.Gone, e)
		}
	}
	last := &b.Ties[b.last()]
	final := last
	if b.second >= 0 && last.Bye {
		final = &b.Ties[last.From[0].At]
	}
	before := final.Winner
	if before != tournament.Nobody && !slices.Contains(b.Gone, before) {
		return
	}
	final.Winner = b.heir()
	switch {
	case final.Winner < 0:
	case final.Side(final.Winner) >= 0 && before >= 0:
		final.Loser, final.Left = before, walkover
	case final.Side(final.Winner) >= 0: // reinstated, after both had left
	default:
		final.Left = "no finalist is left"
	}
	if last != final {
		last.Winner, last.Sides = final.Winner, [2]int{final.Winner, tournament.Nobody}
	}
}

// heir returns the entry that came furthest of those who stay, or Nobody; of those that came equally far the one with the better place in
// the draw.
func (b *bracket) heir() int {
	reached, heir := b.reached(), tournament.Nobody
	for _, e := range b.Seeds {
		if !slices.Contains(b.Gone, e) && (heir < 0 || reached[e].depth > reached[heir].depth) {
			heir = e
		}
	}
	return heir
}

// fed returns the entry that a feed supplies, Unknown or Nobody.
func (b *bracket) fed(from tournament.Feed) int {
	switch from.What {
	case tournament.FromWinner:
		return b.Ties[from.At].Winner
	case tournament.FromLoser:
		return b.Ties[from.At].Loser
	}
	if from.At < len(b.Seeds) {
		return b.Seeds[from.At]
	}
	return tournament.Nobody
}

// judge enters the games of a match into its tie, and its winner if it is decided.
func (b *bracket) judge(t *tournament.Tie, m *tournament.Match) {
	one := slices.Index(m.Entries, t.Sides[0])
	two := slices.Index(m.Entries, t.Sides[1])
	t.Wins = [2]int{m.Wins[one], m.Wins[two]}
	for _, g := range m.Games {
		t.Games = append(t.Games, g.ID)
		for seat := range g.Seats() {
			t.Score[t.Side(g.Entry(seat))] = g.Score(seat)
		}
	}
	if !m.Decided {
		return
	}
	by := cmp.Compare(t.Wins[0], t.Wins[1])
	if by == 0 {
		t.How = "fewer faults"
		by = cmp.Compare(m.Faults[two], m.Faults[one])
	}
	if by == 0 {
		t.How = "the better place in the draw"
		by = cmp.Compare(slices.Index(b.Seeds, t.Sides[1]), slices.Index(b.Seeds, t.Sides[0]))
	}
	t.Winner, t.Loser = t.Sides[0], t.Sides[1]
	if by < 0 {
		t.Winner, t.Loser = t.Sides[1], t.Sides[0]
	}
}
