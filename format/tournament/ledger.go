package tournament

import (
	"fmt"

	"agon/game"
)

// A Ledger holds the plan of one stage with the results known so far, in memory, for formats and tables. It uses 16 bytes for each seat
// of a game, and 32 for the game. The plan only grows, and a result that stands never changes. One goroutine at a time may use it.
type Ledger struct {
	stage  int
	first  int // ID of the stage's first fixture
	games  []entered
	lines  []line
	rounds []progress
	tally  []Tally
	quiet  []quiet // by entry; shorter if later ones made a move in each of their games
	done   int
	given  int // games given up
	match  int // number of the newest match, plus 1

	followed followed
}

// entered is a fixture as stored in the ledger.
type entered struct {
	seed  int64
	lines uint32 // index of its first seat
	match int32
	round int32
	game  int32
	seats uint8
	done  bool
	given bool // given up: it will have no result
	back  bool // taken back: it had a result, and has none until it is played again
}

// line is one seat of a game, in 16 bytes: entry and place share a word.
type line struct {
	score  float64
	faults uint32 // their number, silentBit and unaskedBit
	who    uint32 // entry<<placeBits | place
}

const (
	silentBit  = 1 << 31 // the seat made no move of its own
	unaskedBit = 1 << 30 // it owed no move: the game ended before
)

func newLine(entry int) line { return line{who: uint32(entry) << placeBits} }

func (l line) entry() int { return int(l.who >> placeBits) }

// place returns the place, from 1; 0 before the result is known.
func (l line) place() int { return int(l.who & maxPlace) }

func (l *line) setPlace(place int) { l.who = l.who&^maxPlace | uint32(place) }

// progress is the numbers of planned and finished games of a round of play, and of those that were taken back and are open.
type progress struct{ planned, done, back int }

// A Tally is an entry's counts over all its games of the stage so far. They are integers, so the order of adding does not change them.
type Tally struct {
	Games, Faults, Moves int
	Ponders              int // number of the faults for using the processor outside one's turns
	OnTime               int // games lost on time
	Took, CPU            game.Micros
}

// NewLedger returns the empty ledger of a stage whose plan begins at an ID: 0, or that after the last of the stage before.
func NewLedger(stage, first int) *Ledger { return &Ledger{stage: stage, first: first} }

// Plan appends fixtures to the plan. Their IDs must be consecutive and continue the plan; otherwise Plan returns an error and adds none.
func (l *Ledger) Plan(fixtures ...Fixture) error {
	next, round := l.first+len(l.games), l.Rounds()-1
	for _, f := range fixtures {
		switch {
		case f.ID != next:
			return fmt.Errorf("game %d is planned where game %d should be", f.ID, next)
		case f.Stage != l.stage:
			return fmt.Errorf("game %d of stage %d is planned in stage %d", f.ID, f.Stage, l.stage)
		case f.Round < round || f.Round < 0:
			return fmt.Errorf("game %d goes back from round %d to round %d", f.ID, round, f.Round)
		case len(f.Seats) == 0 || len(f.Seats) > maxPlace:
			return fmt.Errorf("game %d has %d seats", f.ID, len(f.Seats))
		case f.Match < 0 || f.Game < 0:
			return fmt.Errorf("game %d has a negative number", f.ID)
		}
		for _, entry := range f.Seats {
			if entry < 0 || entry > maxEntry {
				return fmt.Errorf("game %d has entry %d in it", f.ID, entry)
			}
		}
		next, round = next+1, f.Round
	}
	for _, f := range fixtures {
		l.plan(f)
	}
	return nil
}

const (
	placeBits = 8
	maxEntry  = 1<<(32-placeBits) - 1
	maxPlace  = 1<<placeBits - 1
)

func (l *Ledger) plan(f Fixture) {
	l.games = append(l.games, entered{
		seed: f.Seed, lines: uint32(len(l.lines)), seats: uint8(len(f.Seats)),
		match: int32(f.Match), round: int32(f.Round), game: int32(f.Game),
	})
	for _, entry := range f.Seats {
		l.lines = append(l.lines, newLine(entry))
	}
	for len(l.rounds) <= f.Round {
		l.rounds = append(l.rounds, progress{})
	}
	l.rounds[f.Round].planned++
	l.match = max(l.match, f.Match+1)
}

// GiveUp marks games that will never be played; their rounds are complete without them. Games that have a result keep it.
func (l *Ledger) GiveUp(ids ...int) error {
	for _, id := range ids {
		at := id - l.first
		if at < 0 || at >= len(l.games) {
			return fmt.Errorf("game %d is given up, which stage %d has not planned", id, l.stage)
		}
		g := &l.games[at]
		if g.done || g.given {
			continue
		}
		l.settle(g)
		g.given = true
		l.given++
		l.rounds[g.round].done++
	}
	return nil
}

// TakeBack marks open games that had a result once, until they have another. Formats plan as if they had never been played; the history of
// the table goes on without them.
func (l *Ledger) TakeBack(ids ...int) error {
	for _, id := range ids {
		at := id - l.first
		if at < 0 || at >= len(l.games) {
			return fmt.Errorf("game %d is taken back, which stage %d has not planned", id, l.stage)
		}
		g := &l.games[at]
		if g.done || g.given || g.back {
			continue
		}
		g.back = true
		l.rounds[g.round].back++
	}
	return nil
}

// settle is called before a game is no longer open. A state that went on without it is dropped.
func (l *Ledger) settle(g *entered) {
	if !g.back {
		return
	}
	g.back = false
	l.rounds[g.round].back--
	if int(g.round) < l.followed.rounds {
		l.followed = followed{}
	}
}

// GaveUp reports whether a game of the plan was given up.
func (l *Ledger) GaveUp(id int) bool {
	at := id - l.first
	return at >= 0 && at < len(l.games) && l.games[at].given
}

// GivenUp returns the number of games that were given up.
func (l *Ledger) GivenUp() int { return l.given }

// Settled reports whether every game of the plan has a result or was given up.
func (l *Ledger) Settled() bool { return l.done+l.given == len(l.games) }

// Enter adds a result and reports whether it stands; false if the game has a result or was given up. It returns an error if the game is
// not in this plan.
func (l *Ledger) Enter(r Result) (bool, error) {
	at := r.Fixture - l.first
	if at < 0 || at >= len(l.games) {
		return false, fmt.Errorf("a result of game %d, which stage %d has not planned", r.Fixture, l.stage)
	}
	g := &l.games[at]
	if err := r.Check(int(g.seats)); err != nil {
		return false, err
	}
	if g.done || g.given {
		return false, nil
	}
	l.settle(g)
	g.done = true
	l.done++
	l.rounds[g.round].done++
	for i, s := range r.Seats {
		line := &l.lines[int(g.lines)+i]
		line.setPlace(s.Place)
		line.score, line.faults = s.Score, uint32(s.FaultCount())
		if s.Moves == 0 {
			line.faults |= unaskedBit
		}
		if how := s.Silence(); how != 0 {
			line.faults |= silentBit
			l.silent(line.entry(), how)
		}
		l.count(line.entry(), s)
	}
	return true, nil
}

func (l *Ledger) count(entry int, s Seat) {
	if more := entry + 1 - len(l.tally); more > 0 {
		l.tally = append(l.tally, make([]Tally, more)...)
	}
	t := &l.tally[entry]
	t.Games++
	t.Faults += s.FaultCount()
	t.Ponders += s.Faults[game.Pondering.String()]
	t.Moves += s.Moves
	t.Took += s.Took
	t.CPU += s.CPU
	if s.OnTime {
		t.OnTime++
	}
}

// silent counts a game in which an entry made no move of its own.
func (l *Ledger) silent(entry int, how Silence) {
	if more := entry + 1 - len(l.quiet); more > 0 {
		l.quiet = append(l.quiet, make([]quiet, more)...)
	}
	l.quiet[entry].games++
	l.quiet[entry].how |= how
}

// Stage returns the number of the stage.
func (l *Ledger) Stage() int { return l.stage }

// Next returns the ID of the next fixture.
func (l *Ledger) Next() int { return l.first + len(l.games) }

// Planned returns the number of planned games.
func (l *Ledger) Planned() int { return len(l.games) }

// Done returns the number of games with a result.
func (l *Ledger) Done() int { return l.done }

// Rounds returns the number of rounds of play in the plan, including empty ones between others.
func (l *Ledger) Rounds() int { return len(l.rounds) }

// Complete reports whether every game of the first n rounds of play has a result or was given up. Rounds that are not planned have no
// games.
func (l *Ledger) Complete(n int) bool {
	for _, p := range l.rounds[:max(0, min(n, len(l.rounds)))] {
		if p.done < p.planned {
			return false
		}
	}
	return true
}

// Open returns the fixtures that are still to be played, in the order of the plan.
func (l *Ledger) Open() []Fixture {
	var open []Fixture
	for i := range l.games {
		if !l.games[i].done && !l.games[i].given {
			open = append(open, l.Fixture(l.first+i))
		}
	}
	return open
}

// Fixture returns a fixture by its ID, which must be in the plan.
func (l *Ledger) Fixture(id int) Fixture {
	g := &l.games[id-l.first]
	f := Fixture{ID: id, Stage: l.stage, Round: int(g.round), Match: int(g.match), Game: int(g.game), Seed: g.seed}
	f.Seats = make([]int, 0, g.seats)
	for _, line := range l.seats(g) {
		f.Seats = append(f.Seats, line.entry())
	}
	return f
}

// seats returns the lines of a game.
func (l *Ledger) seats(g *entered) []line {
	from := int(g.lines)
	return l.lines[from : from+int(g.seats) : from+int(g.seats)]
}

// Has reports whether a game of the plan has a result.
func (l *Ledger) Has(id int) bool {
	at := id - l.first
	return at >= 0 && at < len(l.games) && l.games[at].done
}

// Tally returns an entry's counts over all its games so far.
func (l *Ledger) Tally(entry int) Tally {
	if entry < 0 || entry >= len(l.tally) {
		return Tally{}
	}
	return l.tally[entry]
}

// All returns the whole plan with all results so far, from which tables are made.
func (l *Ledger) All() Past { return Past{ledger: l, games: len(l.games), known: len(l.rounds)} }

// before returns what a format may see when it plans a round: all planned fixtures, and the results of the first known rounds.
func (l *Ledger) before(known int) Past {
	return Past{ledger: l, games: len(l.games), known: known}
}
