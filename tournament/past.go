package tournament

import (
	"slices"

	"agon/rating"
)

// A Past is what a format may see of a ledger: the plan so far, and the results of the rounds of play that were complete when this
// planning became due. Results of later rounds may be in the ledger already; a Past does not show them.
type Past struct {
	ledger *Ledger
	from   int // games before this one are left out
	games  int
	known  int // results of rounds below this one are shown
	view   *view
}

// A view is what a past shows of games whose entries have changed.
type view struct {
	among map[int]bool // where set, only games between these have a result
	next  map[int]int  // entries that are shown in the place of others
}

// Among shows the results of games alone in which nobody but these entries sat.
func (p Past) Among(entries []int) Past {
	v := p.viewed()
	v.among = make(map[int]bool, len(entries))
	for _, e := range entries {
		v.among[e] = true
	}
	p.view = v
	return p
}

// Succeeded shows entries in the place of others; see [Field.Successors].
func (p Past) Succeeded(next map[int]int) Past {
	p.view = p.viewed()
	p.view.next = next
	return p
}

// viewed is a copy of the view.
func (p Past) viewed() *view {
	if p.view == nil {
		return &view{}
	}
	v := *p.view
	return &v
}

// shows reports whether a game's result is shown.
func (v *view) shows(lines []line) bool {
	for _, l := range lines {
		if v.among != nil && !v.among[int(l.entry)] {
			return false
		}
	}
	return true
}

// Done is how many games have a result, of those of a round of play and earlier ones.
func (p Past) Done(round int) int {
	n := 0
	for i := range p.Len() - p.In(round+1) {
		if p.Game(i).Done {
			n++
		}
	}
	return n
}

// NextMatch is the number after that of the newest match.
func (p Past) NextMatch() int { return p.ledger.match }

// Len is how many games are planned.
func (p Past) Len() int { return p.games - p.from }

// From leaves out the first games.
func (p Past) From(games int) Past {
	p.from += games
	return p
}

// In is how many of the games are of a round of play or later.
func (p Past) In(round int) int {
	games := p.ledger.games[p.from:p.games]
	at, _ := slices.BinarySearchFunc(games, round, func(g entered, round int) int { return int(g.round) - round })
	return len(games) - at
}

// Results is how many of the games have a result that is shown.
func (p Past) Results() int {
	if p.view == nil && p.Len() == len(p.ledger.games) && p.known >= len(p.ledger.rounds) {
		return p.ledger.done
	}
	n := 0
	for i := range p.Len() {
		if p.Game(i).Done {
			n++
		}
	}
	return n
}

// Game is the ith game of the stage's plan, from 0.
func (p Past) Game(i int) Game {
	i += p.from
	g := &p.ledger.games[i]
	game := Game{
		ID: p.ledger.first + i, Round: int(g.round), Match: int(g.match), Number: int(g.game),
		Done: g.done && int(g.round) < p.known, GivenUp: g.given,
		lines: p.ledger.seats(g),
	}
	if p.view != nil {
		game.Done = game.Done && p.view.shows(game.lines)
		game.next = p.view.next
	}
	return game
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
	GivenUp                  bool // it has no result and will have none
	lines                    []line
	next                     map[int]int
}

// Seats is how many sit in it.
func (g Game) Seats() int { return len(g.lines) }

// Entry is who sits in a seat.
func (g Game) Entry(seat int) int {
	entry := int(g.lines[seat].entry)
	if newer, ok := g.next[entry]; ok {
		return newer
	}
	return entry
}

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
