package tournament

import (
	"slices"

	"agon/format/rating"
)

// A Past is the part of a ledger that a format may see: the plan so far, and the results of the rounds of play that had to be complete
// for this planning. Results of later rounds may already be in the ledger; a Past does not show them.
type Past struct {
	ledger *Ledger
	from   int // games before this index are left out
	games  int
	known  int  // results of rounds below this one are shown
	gaps   bool // games that were taken back leave their rounds complete
	view   *view
}

// A view is how a past shows games whose entries have changed.
type view struct {
	among map[int]bool // if not nil, only games among these have a result
	next  map[int]int  // maps entries to those that are shown in their place
}

// Among returns the past with the results of only those games in which all seats belong to these entries.
func (p Past) Among(entries []int) Past {
	v := p.viewed()
	v.among = make(map[int]bool, len(entries))
	for _, e := range entries {
		v.among[e] = true
	}
	p.view = v
	return p
}

// Succeeded returns the past with entries in the place of others; see [Field.Successors].
func (p Past) Succeeded(next map[int]int) Past {
	p.view = p.viewed()
	p.view.next = next
	return p
}

// viewed returns a copy of the view.
func (p Past) viewed() *view {
	if p.view == nil {
		return &view{}
	}
	v := *p.view
	return &v
}

// shows reports whether a game's result is shown.
func (v *view) shows(lines []line) bool {
	return v.among == nil || !slices.ContainsFunc(lines, func(l line) bool { return !v.among[l.entry()] })
}

// WithGaps returns the past in which games that were taken back, and are to be played again, do not end the history: their rounds of play
// count as complete without them. It is for tables and curves, never for plans.
func (p Past) WithGaps() Past {
	p.gaps = true
	return p
}

// Done returns the number of games with a result, up to and including a round of play.
func (p Past) Done(round int) int {
	n := 0
	for i := range p.Len() - p.In(round+1) {
		if p.Game(i).Done {
			n++
		}
	}
	return n
}

// NextMatch returns the number after that of the newest match.
func (p Past) NextMatch() int { return p.ledger.match }

// Len returns the number of planned games.
func (p Past) Len() int { return p.games - p.from }

// From returns the past without its first games.
func (p Past) From(games int) Past {
	p.from += games
	return p
}

// Until returns the past with only its first games.
func (p Past) Until(games int) Past {
	p.games = p.from + games
	return p
}

// In returns how many of the games are in a round of play or later.
func (p Past) In(round int) int {
	games := p.ledger.games[p.from:p.games]
	at, _ := slices.BinarySearchFunc(games, round, func(g entered, round int) int { return int(g.round) - round })
	return len(games) - at
}

// Results returns how many of the games have a result that is shown.
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

// Game returns the ith game of the past, from 0.
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

// Tally returns an entry's counts over all its games that have a result. It is zero if the past hides results.
func (p Past) Tally(entry int) Tally {
	if p.known < len(p.ledger.rounds) {
		return Tally{}
	}
	return p.ledger.Tally(entry)
}

// A Game is a planned game as formats see it. Its outcome is valid only if Done is set.
type Game struct {
	ID, Round, Match, Number int // as in its Fixture
	Done                     bool
	GivenUp                  bool // it will have no result
	lines                    []line
	next                     map[int]int
}

// Seats returns the number of seats.
func (g Game) Seats() int { return len(g.lines) }

// Entry returns the entry in a seat.
func (g Game) Entry(seat int) int {
	entry := g.lines[seat].entry()
	if newer, ok := g.next[entry]; ok {
		return newer
	}
	return entry
}

// Score returns a seat's score, in the kind's own unit.
func (g Game) Score(seat int) float64 { return g.lines[seat].score }

// Place returns a seat's place, from 1.
func (g Game) Place(seat int) int { return g.lines[seat].place() }

// Faults returns the number of a seat's faults.
func (g Game) Faults(seat int) int { return int(g.lines[seat].faults &^ (silentBit | unaskedBit)) }

// Silent reports whether a seat made no move of its own; see [Seat.Silence].
func (g Game) Silent(seat int) bool { return g.lines[seat].faults&silentBit != 0 }

// Asked reports whether a seat owed a move; a game without one says nothing of a bot.
func (g Game) Asked(seat int) bool { return g.lines[seat].faults&unaskedBit == 0 }

// Won reports whether a seat has the first place alone.
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

// Points returns the fraction of the other seats that a seat was placed before, where a shared place counts half: from 0 to 1, and for
// games of two 1, 0.5 or 0.
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

// Meeting returns the game in the form that ratings read: the points of each seat. at returns the index of an entry.
func (g Game) Meeting(at func(entry int) int) rating.Meeting {
	m := rating.Meeting{Entries: make([]int, g.Seats()), Points: make([]float64, g.Seats())}
	for seat := range g.Seats() {
		m.Entries[seat], m.Points[seat] = at(g.Entry(seat)), g.Points(seat)
	}
	return m
}
