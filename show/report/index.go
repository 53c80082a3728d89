package report

import (
	"cmp"
	"slices"

	"agon/game"
)

// An Index has the games of a contest in few bytes, so that a bot's are found without the ledger: 32 bytes for a game, and 12 for each seat
// with 4 in the list of its bot, which is 64 for a game of two.
type Index struct {
	Left int // oldest games that it does not have

	games []indexed
	seats []IndexedSeat
	of    map[string][]uint32 // which games, by bot, in plan order
}

// mostIndexed is the number of seats in the games that an index has, at most: they take 64 MiB in games of two.
const mostIndexed = 2 << 20

type indexed struct {
	number, rounds, seat uint32 // seat: its first
	stage                uint16
	day                  string
}

// An IndexedSeat is a seat of a game in an index.
type IndexedSeat struct {
	Entry  uint32
	Place  uint16 // from 1
	Faulty uint16 // number of faults
	faults uint16 // a bit for each fault that it had
}

// Faults returns the names of the faults that the seat had.
func (s *IndexedSeat) Faults() []string {
	names := []string{}
	for _, f := range game.Faults() {
		if s.faults&(1<<f) != 0 {
			names = append(names, f.String())
		}
	}
	return names
}

// NewIndex returns an index without games, for the newest of these.
func NewIndex(games []Game) *Index {
	x := &Index{Left: len(games), of: map[string][]uint32{}}
	for seats := 0; x.Left > 0; x.Left-- {
		if seats += len(games[x.Left-1].Seats); seats > mostIndexed {
			break
		}
	}
	return x
}

// Add adds the next game of the plan, which was planned on a day, as "2026-03-01", empty if that is unknown. entries are the contest's.
func (x *Index) Add(o *Outcome, day string, entries []Version) {
	at := uint32(len(x.games))
	x.games = append(x.games, indexed{uint32(o.Number), uint32(o.Rounds), uint32(len(x.seats)), uint16(o.Stage), day})
	for i := range o.Seats {
		s := &o.Seats[i]
		seat := IndexedSeat{Entry: uint32(s.Entry), Place: uint16(s.Place), Faulty: uint16(min(s.Faulty(), 1<<16-1))}
		for name := range s.Faults {
			f, _ := game.ParseFault(name) // one of another version of agon has no name here
			seat.faults |= 1 << f
		}
		x.seats = append(x.seats, seat)
		bot := entries[s.Entry].Bot
		if list := x.of[bot]; len(list) == 0 || list[len(list)-1] != at { // a bot may have several seats
			x.of[bot] = append(list, at)
		}
	}
}

// The results of a bot in a game, and the fault for which a search finds all games with one.
const (
	Won      = "won"   // placed first alone
	Drawn    = "drawn" // placed first with others
	Lost     = "lost"  // placed elsewhere
	AnyFault = "any"
)

// A Search is which games of a bot are wanted. The zero value of all but Bot and Most asks for every game.
type Search struct {
	Bot      string
	Opponent string // a bot that took part
	Result   string // [Won], [Drawn] or [Lost]
	Fault    string // that the bot had, by its name, or [AnyFault]
	Version  int    // of the bot, from 1
	Since    string // the first day
	Before   int    // only games with smaller numbers
	Most     int    // games that are returned
}

// An Indexed is a game of a search.
type Indexed struct {
	Number, Stage, Rounds int    // Number from 1, Stage from 0
	Day                   string // empty: unknown
	Seats                 []IndexedSeat
	Own                   int    // the seat of the bot
	Result                string // of the bot
}

// mostLookedAt bounds the games that one search looks at.
const mostLookedAt = 100_000

// Search returns games of a bot, the newest first. next is Before of the search for older ones, 0 if there are none; looked is how many
// games were looked at, which is bounded, so there may be a next though fewer than Most were found.
func (f *Figures) Search(s *Search) (found []Indexed, next, looked int) {
	x := f.Index
	list := x.of[s.Bot]
	at := len(list)
	if s.Before > 0 {
		at, _ = slices.BinarySearchFunc(list, s.Before, func(i uint32, n int) int { return cmp.Compare(int(x.games[i].number), n) })
	}
	for at > 0 && len(found) < s.Most && looked < mostLookedAt {
		at, looked = at-1, looked+1
		if g := f.indexed(list[at], s.Bot); f.wanted(s, &g) {
			found = append(found, g)
		}
	}
	if at > 0 {
		next = int(x.games[list[at]].number)
	}
	return found, next, looked
}

// indexed returns a game from the view of a bot that took part.
func (f *Figures) indexed(at uint32, bot string) Indexed {
	x, end := &f.Index.games[at], len(f.Index.seats)
	if int(at)+1 < len(f.Index.games) {
		end = int(f.Index.games[at+1].seat)
	}
	g := Indexed{int(x.number), int(x.stage), int(x.rounds), x.day, f.Index.seats[x.seat:end], 0, Lost}
	firsts := 0
	for i := range slices.Backward(g.Seats) {
		if f.Entries[g.Seats[i].Entry].Bot == bot {
			g.Own = i
		}
		if g.Seats[i].Place == 1 {
			firsts++
		}
	}
	if g.Seats[g.Own].Place == 1 {
		g.Result = map[bool]string{true: Won, false: Drawn}[firsts == 1]
	}
	return g
}

// wanted reports whether a search asks for a game.
func (f *Figures) wanted(s *Search, g *Indexed) bool {
	own := &g.Seats[g.Own]
	switch {
	case s.Result != "" && g.Result != s.Result,
		s.Version != 0 && f.Entries[own.Entry].Number != s.Version,
		g.Day < s.Since,
		s.Fault != "" && own.Faulty == 0,
		s.Fault != "" && s.Fault != AnyFault && !slices.Contains(own.Faults(), s.Fault):
		return false
	}
	return s.Opponent == "" || slices.ContainsFunc(g.Seats, func(x IndexedSeat) bool { return f.Entries[x.Entry].Bot == s.Opponent }) &&
		s.Opponent != s.Bot
}
