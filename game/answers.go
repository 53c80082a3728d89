package game

import "fmt"

// answers turn what bots answered into moves of the turn. A move is sent to others by its code, the index of its word.
type answers interface {
	read(seat Seat, r *Reply) (code int, why Fault, err error)
	parse(seat Seat, text string) (code int, why Fault, err error)
	absent(seat Seat, why Fault)
	excuse(seat Seat) (code int, ok bool)
	time(seat Seat, took Micros)
}

// A vocabulary is the moves that were seen so far.
type vocabulary interface {
	word(seat Seat, code int) error // plays one
	words(from int) []string        // from a code on
	listed() int                    // how many of them are in the Spec: the first
	may(seat Seat, code int) bool
	learn(words []string) error
}

// A typedMoves is the moves of a board.
type typedMoves[S, M comparable] struct{ *typedBoard[S, M] }

func (b typedMoves[S, M]) read(seat Seat, r *Reply) (int, Fault, error) {
	m, err := b.wire.Read(&b.state, seat, r)
	if err != nil {
		if r.Fault != NoFault {
			return 0, r.Fault, err
		}
		return 0, Garbled, err
	}
	return b.checkMove(seat, m)
}

func (b typedMoves[S, M]) parse(seat Seat, text string) (int, Fault, error) {
	m, err := b.wire.Parse(text)
	if err != nil {
		return 0, Garbled, err
	}
	return b.checkMove(seat, m)
}

func (b typedMoves[S, M]) checkMove(seat Seat, m M) (int, Fault, error) {
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return 0, Illegal, err
	}
	b.moves[seat] = Move[M]{Value: m}
	return b.code(m), NoFault, nil
}

func (b typedMoves[S, M]) absent(seat Seat, why Fault) {
	b.moves[seat] = Move[M]{Value: b.rules.Absent(&b.state, seat, why)}
}

func (b typedMoves[S, M]) excuse(seat Seat) (int, bool) {
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

func (b typedMoves[S, M]) time(seat Seat, took Micros) { b.moves[seat].Took = took }

func (b typedMoves[S, M]) word(seat Seat, code int) error {
	m := b.known[code]
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return err
	}
	b.moves[seat] = Move[M]{Value: m}
	return nil
}

func (b typedMoves[S, M]) may(seat Seat, code int) bool {
	return b.rules.Check(&b.state, seat, b.known[code]) == nil
}

func (b typedMoves[S, M]) listed() int { return len(b.spec.Moves) }

func (b typedMoves[S, M]) words(from int) []string {
	texts := make([]string, 0, len(b.known)-from)
	for _, m := range b.known[from:] {
		texts = append(texts, b.wire.Format(m))
	}
	return texts
}

func (b typedMoves[S, M]) learn(words []string) error {
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

// code returns the index of a move among the known ones. No kind has many, so a linear search is fastest.
func (b typedMoves[S, M]) code(m M) int {
	for i := range b.known {
		if b.known[i] == m {
			return i
		}
	}
	b.known = append(b.known, m)
	return len(b.known) - 1
}
