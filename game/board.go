package game

import (
	"fmt"
	"time"
)

// board is the typed half of a Table behind an untyped interface. Only typedBoard implements it.
type board interface {
	deal(seats int, d *Dice) error
	mirror(nth int)
	owes() Seats
	enterParticipants(players []Participant)
	remark(r *Reply)
	common(p *Prompt)
	ask(p *Prompt, seat Seat)
	open(p *Prompt, seat Seat)
	request(seat Seat, f RequestFacts) string
	read(seat Seat, r *Reply) (code int, why Fault, err error)
	parse(seat Seat, text string) (code int, why Fault, err error)
	think(seat Seat, play any, r *Reply) (why Fault, err error)
	thought(seat Seat) (code int)
	absent(seat Seat, why Fault)
	excuse(seat Seat) (code int, ok bool)
	word(seat Seat, code int) error
	time(seat Seat, took Micros)
	step(d *Dice)
	outcome(seat Seat) Outcome
	view(f *Frame, viewer Seat)
	hash() uint64
	round() int
	done(name func(Seat) string) string
	prints() bool
	print(dst []byte, viewer Seat) []byte
	told(seat Seat) (refused string, out bool)
	words(from int) []string // of the moves seen so far, from a code on
	listed() int             // how many of them are in the Spec: the first
	may(seat Seat, code int) bool
	failed() error
	learn(words []string) error
}

type typedBoard[S, M comparable] struct {
	spec  *Spec[S, M]
	rules Rules[S, M]
	wire  Wire[S, M]

	failer Failer // the rules, if they may fail

	options Settings
	seats   int
	ahead   *model[S, M] // for searchers; nil: none has asked

	state S
	moves []Move[M]
	known []M // the moves seen so far, by code; Spec.Moves come first
}

func newBoard[S, M comparable](spec *Spec[S, M], o Settings, rules Rules[S, M], wire Wire[S, M]) *typedBoard[S, M] {
	failer, _ := rules.(Failer)
	return &typedBoard[S, M]{spec: spec, options: o, rules: rules, wire: wire, failer: failer, moves: make([]Move[M], spec.MaxSeats)}
}

func (b *typedBoard[S, M]) failed() error {
	if b.failer == nil {
		return nil
	}
	return b.failer.Failed()
}

func (b *typedBoard[S, M]) deal(seats int, d *Dice) error {
	b.known = append(b.known[:0], b.spec.Moves...)
	clear(b.moves)
	b.seats = seats
	return b.rules.Deal(&b.state, seats, d)
}

func (b *typedBoard[S, M]) mirror(nth int) { b.rules.(Mirrorer[S]).Mirror(&b.state, nth) }

func (b *typedBoard[S, M]) owes() Seats { return b.rules.Turn(&b.state) }

func (b *typedBoard[S, M]) enterParticipants(players []Participant) {
	if c, ok := b.wire.(Caster); ok {
		c.Cast(players)
	}
}

func (b *typedBoard[S, M]) remark(r *Reply) {
	if w, ok := b.wire.(Remarker); ok {
		w.Remark(r)
	}
}

func (b *typedBoard[S, M]) common(p *Prompt) {
	if c, ok := b.wire.(Commoner[S]); ok {
		c.Common(p, &b.state)
	}
}

func (b *typedBoard[S, M]) ask(p *Prompt, seat Seat) { b.wire.Ask(p, &b.state, seat) }

func (b *typedBoard[S, M]) open(p *Prompt, seat Seat) {
	if o, ok := b.wire.(Opener[S]); ok {
		o.Open(p, &b.state, seat)
	}
}

func (b *typedBoard[S, M]) request(seat Seat, f RequestFacts) string {
	return b.wire.(Requester[S]).Request(&b.state, seat, f)
}

func (b *typedBoard[S, M]) read(seat Seat, r *Reply) (int, Fault, error) {
	m, err := b.wire.Read(&b.state, seat, r)
	if err != nil {
		if r.Fault != NoFault {
			return 0, r.Fault, err
		}
		return 0, Garbled, err
	}
	return b.checkMove(seat, m)
}

func (b *typedBoard[S, M]) parse(seat Seat, text string) (int, Fault, error) {
	m, err := b.wire.Parse(text)
	if err != nil {
		return 0, Garbled, err
	}
	return b.checkMove(seat, m)
}

func (b *typedBoard[S, M]) think(seat Seat, play any, r *Reply) (Fault, error) {
	m, err := b.choose(seat, play, r)
	if err != nil {
		return Crashed, err
	}
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return Illegal, err
	}
	b.moves[seat] = Move[M]{Value: m}
	return NoFault, nil
}

// choose has a built-in bot choose its move.
func (b *typedBoard[S, M]) choose(seat Seat, play any, r *Reply) (m M, err error) {
	if play, ok := play.(BuiltinFunc[S, M]); ok {
		return play(&b.state, seat, r), nil
	}
	if b.ahead == nil {
		rules, err := b.spec.Rules(b.options)
		if err != nil {
			return m, err
		}
		b.ahead = &model[S, M]{rules: rules, moves: b.spec.Moves, said: make([]Move[M], b.spec.MaxSeats)}
		if b.spec.Clock != nil && b.spec.Scale != nil {
			if _, rounds := b.spec.Scale(b.options, b.seats); rounds > 0 {
				b.ahead.share = b.spec.Clock(b.options).Bank / time.Duration(2*rounds)
			}
		}
	}
	b.ahead.seats = b.seats
	if nth := play.(searcher[S, M])(b.ahead, &b.state, seat, r.Timer); nth != NoMove {
		return b.spec.Moves[nth], nil
	}
	return b.rules.Absent(&b.state, seat, Gone), nil
}

func (b *typedBoard[S, M]) thought(seat Seat) int { return b.code(b.moves[seat].Value) }

func (b *typedBoard[S, M]) checkMove(seat Seat, m M) (int, Fault, error) {
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return 0, Illegal, err
	}
	b.moves[seat] = Move[M]{Value: m}
	return b.code(m), NoFault, nil
}

// code returns the index of a move among the known ones. No kind has many, so a linear search is fastest.
func (b *typedBoard[S, M]) code(m M) int {
	for i := range b.known {
		if b.known[i] == m {
			return i
		}
	}
	b.known = append(b.known, m)
	return len(b.known) - 1
}

func (b *typedBoard[S, M]) absent(seat Seat, why Fault) {
	b.moves[seat] = Move[M]{Value: b.rules.Absent(&b.state, seat, why)}
}

func (b *typedBoard[S, M]) excuse(seat Seat) (int, bool) {
	e, ok := b.rules.(Excuser[S, M])
	if !ok {
		return 0, false
	}
	m, ok := e.Excuse(&b.state, seat)
	if !ok {
		return 0, false
	}
	b.moves[seat] = Move[M]{Value: m}
	return b.code(m), true
}

func (b *typedBoard[S, M]) word(seat Seat, code int) error {
	m := b.known[code]
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return err
	}
	b.moves[seat] = Move[M]{Value: m}
	return nil
}

func (b *typedBoard[S, M]) listed() int { return len(b.spec.Moves) }

func (b *typedBoard[S, M]) may(seat Seat, code int) bool {
	return b.rules.Check(&b.state, seat, b.known[code]) == nil
}

func (b *typedBoard[S, M]) time(seat Seat, took Micros) { b.moves[seat].Took = took }

func (b *typedBoard[S, M]) step(d *Dice) { b.rules.Step(&b.state, b.moves, d) }

func (b *typedBoard[S, M]) outcome(seat Seat) Outcome { return b.rules.Outcome(&b.state, seat) }

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

func (b *typedBoard[S, M]) round() int { return b.spec.Round(&b.state) }

func (b *typedBoard[S, M]) done(name func(Seat) string) string {
	if b.spec.Done == nil {
		return ""
	}
	return b.spec.Done(&b.state, name)
}

func (b *typedBoard[S, M]) words(from int) []string {
	texts := make([]string, 0, len(b.known)-from)
	for _, m := range b.known[from:] {
		texts = append(texts, b.wire.Format(m))
	}
	return texts
}

func (b *typedBoard[S, M]) learn(words []string) error {
	b.known = b.known[:0]
	for _, w := range words {
		m, err := b.wire.Parse(w)
		if err != nil {
			return fmt.Errorf("move %q: %w", w, err)
		}
		b.known = append(b.known, m)
	}
	return nil
}
