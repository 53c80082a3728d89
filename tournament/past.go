package tournament

import "agon/rating"

// A Past is what a format may see of a ledger: the plan so far, and the results of the rounds of play that were complete when this
// planning became due. Results of later rounds may be in the ledger already; a Past does not show them.
type Past struct {
	ledger *Ledger
	games  int
	known  int // results of rounds below this one are shown
}

// Len is how many games are planned.
func (p Past) Len() int { return p.games }

// Game is the ith game of the stage's plan, from 0.
func (p Past) Game(i int) Game {
	g := &p.ledger.games[i]
	return Game{
		ID: p.ledger.first + i, Round: int(g.round), Match: int(g.match), Number: int(g.game),
		Done:  g.done && int(g.round) < p.known,
		lines: p.ledger.lines[g.lines : g.lines+int(g.seats)],
	}
}

// Tally is an entry's counts over all its games that have a result. A past that hides results has none to tell.
func (p Past) Tally(entry int) Tally {
	if p.known < len(p.ledger.rounds) {
		return Tally{}
	}
	return p.ledger.Tally(entry)
}

// A Game is a planned game as formats see it. What it came to may be asked only where it is Done.
type Game struct {
	ID, Round, Match, Number int // as in its Fixture
	Done                     bool
	lines                    []line
}

// Seats is how many sit in it.
func (g Game) Seats() int { return len(g.lines) }

// Entry is who sits in a seat.
func (g Game) Entry(seat int) int { return int(g.lines[seat].entry) }

// Score is what a seat made, in the kind's own measure.
func (g Game) Score(seat int) float64 { return g.lines[seat].score }

// Place is where a seat came in, from 1.
func (g Game) Place(seat int) int { return int(g.lines[seat].place) }

// Faults is how many faults a seat made.
func (g Game) Faults(seat int) int { return int(g.lines[seat].faults) }

// Won reports whether a seat came first, alone.
func (g Game) Won(seat int) bool {
	if g.Place(seat) != 1 {
		return false
	}
	for other := range g.lines {
		if other != seat && g.Place(other) == 1 {
			return false
		}
	}
	return true
}

// Points is the part of the others that a seat came before, a shared place counting half: from 0 to 1, and for games of two
// 1, 0.5 or 0.
func (g Game) Points(seat int) float64 {
	if len(g.lines) < 2 {
		return 0
	}
	halves := 0
	for other := range g.lines {
		switch {
		case other == seat:
		case g.Place(seat) < g.Place(other):
			halves += 2
		case g.Place(seat) == g.Place(other):
			halves++
		}
	}
	return float64(halves) / float64(2*(len(g.lines)-1))
}

// Meeting is the game as a rating sees it: the points of each seat. at numbers the entries.
func (g Game) Meeting(at func(entry int) int) rating.Meeting {
	m := rating.Meeting{Entries: make([]int, g.Seats()), Points: make([]float64, g.Seats())}
	for seat := range g.Seats() {
		m.Entries[seat], m.Points[seat] = at(g.Entry(seat)), g.Points(seat)
	}
	return m
}

// GamePoints is each entry's points of all its games that are known, by its place in the field.
func GamePoints(f *Field, past Past) []float64 {
	places, points := f.Places(), make([]float64, f.Size())
	for i := range past.Len() {
		g := past.Game(i)
		if !g.Done {
			continue
		}
		for seat := range g.Seats() {
			points[places[g.Entry(seat)]] += g.Points(seat)
		}
	}
	return points
}
