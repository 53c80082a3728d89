package game

// A Printer is a Wire that can show a state as lines of text, as the contest's own console did.
type Printer[S any] interface {
	// Print appends the state as an eye may see it.
	Print(dst []byte, s *S, eye Seat) []byte
	// Told is what a person hears of its last move: why it could not be carried out, empty where it was; and whether the
	// person plays no more.
	Told(s *S, seat Seat) (refused string, out bool)
}

// Prints reports whether the kind can show its states as text.
func (t *Table) Prints() bool { return t.board.prints() }

// Print appends the state as lines of text; nothing where the kind has no such text.
func (t *Table) Print(dst []byte, eye Seat) []byte { return t.board.print(dst, eye) }

// Told is what a person is to hear after a turn: why its move could not be carried out, and whether it plays no more.
func (t *Table) Told(seat Seat) (refused string, out bool) { return t.board.told(seat) }

// Try tells why a move as text cannot be played now; nil when Play will take it. People are asked again, bots are not.
func (t *Table) Try(seat Seat, text string) error {
	_, _, err := t.board.parse(seat, text)
	return err
}

func (b *typedBoard[S, M]) prints() bool {
	_, ok := b.wire.(Printer[S])
	return ok
}

func (b *typedBoard[S, M]) print(dst []byte, eye Seat) []byte {
	if p, ok := b.wire.(Printer[S]); ok {
		return p.Print(dst, &b.state, eye)
	}
	return dst
}

func (b *typedBoard[S, M]) told(seat Seat) (string, bool) {
	if p, ok := b.wire.(Printer[S]); ok {
		return p.Told(&b.state, seat)
	}
	return "", false
}
