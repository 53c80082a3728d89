package game

// A board is the typed half of a table behind untyped interfaces, each with what one part of the table needs.
type board struct {
	Standings
	Prompts
	Console
	course
	sight
	wireSide
	answers
	vocabulary
	builtins
}

// Standings are how a game stands.
type Standings interface {
	// Outcome returns a seat's outcome.
	Outcome(seat Seat) Outcome
	// Rounds returns the number of rounds played, as the kind counts them.
	Rounds() int
	// Ending describes the end of the game with names of players, such as [Unnamed]; empty if the kind has nothing to say.
	Ending(name func(Seat) string) string
}

// A course is how a game goes on.
type course interface {
	deal(seats int, d *Dice) error
	mirror(nth int)
	owes() Seats
	step(d *Dice)
	limit(seat Seat) Micros
	failed() error
	said() []byte
	repeat(said []byte)
}

// A sight is the state as viewers and records see it.
type sight interface {
	view(f *Frame, viewer Seat)
	hash() uint64
}

type typedBoard[S, M comparable] struct {
	spec  *Spec[S, M]
	rules Rules[S, M]
	wire  Wire[S, M]

	failer Failer // the rules, if they may fail

	seats int
	state S
	moves []Move[M]
	known []M // the moves seen so far, by code; Spec.Moves come first
}

func newBoard[S, M comparable](spec *Spec[S, M], o Settings, rules Rules[S, M], wire Wire[S, M]) board {
	failer, _ := rules.(Failer)
	b := &typedBoard[S, M]{spec: spec, rules: rules, wire: wire, failer: failer, moves: make([]Move[M], spec.MaxSeats)}
	w, m := typedWire[S, M]{b}, typedMoves[S, M]{b}
	return board{
		Standings: b, course: b, sight: b, Prompts: w, Console: w, wireSide: w, answers: m, vocabulary: m,
		builtins: &typedBuiltins[S, M]{typedMoves: m, options: o},
	}
}

func (b *typedBoard[S, M]) failed() error {
	if b.failer == nil {
		return nil
	}
	return b.failer.Failed()
}

func (b *typedBoard[S, M]) said() []byte {
	if t, ok := b.rules.(Teller[S]); ok {
		return t.Said(&b.state)
	}
	return nil
}

func (b *typedBoard[S, M]) repeat(said []byte) {
	if t, ok := b.rules.(Teller[S]); ok {
		t.Repeat(said)
	}
}

func (b *typedBoard[S, M]) deal(seats int, d *Dice) error {
	b.known = append(b.known[:0], b.spec.Moves...)
	clear(b.moves)
	b.seats = seats
	return b.rules.Deal(&b.state, seats, d)
}

func (b *typedBoard[S, M]) mirror(nth int) { b.rules.(Mirrorer[S]).Mirror(&b.state, nth) }

func (b *typedBoard[S, M]) owes() Seats { return b.rules.Turn(&b.state) }

func (b *typedBoard[S, M]) step(d *Dice) { b.rules.Step(&b.state, b.moves, d) }

func (b *typedBoard[S, M]) limit(seat Seat) Micros {
	if l, ok := b.rules.(Limiter[S]); ok {
		return l.Limit(&b.state, seat)
	}
	return 0
}

func (b *typedBoard[S, M]) Outcome(seat Seat) Outcome { return b.rules.Outcome(&b.state, seat) }

func (b *typedBoard[S, M]) Rounds() int { return b.spec.Round(&b.state) }

func (b *typedBoard[S, M]) Ending(name func(Seat) string) string {
	if b.spec.Done == nil {
		return ""
	}
	return b.spec.Done(&b.state, name)
}

func (b *typedBoard[S, M]) view(f *Frame, viewer Seat) { b.spec.View(f, &b.state, viewer) }

func (b *typedBoard[S, M]) hash() uint64 {
	var h Hash
	if b.spec.Hash == nil {
		h.Flat(&b.state)
		return h.Sum()
	}
	b.spec.Hash(&h, &b.state)
	return h.Sum()
}
