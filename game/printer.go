package game

// A Printer is a Wire that can print a state as lines of text, as the contest's own console did.
type Printer[S any] interface {
	// Print appends the state as a viewer sees it.
	Print(dst []byte, s *S, viewer Seat) []byte
	// Feedback returns a human player's feedback on its last move: why it could not be carried out, empty if it was; and whether the
	// player is out of the game.
	Feedback(s *S, seat Seat) (refused string, out bool)
}

// A Console is a kind's own console: its states as text, and its messages for people.
type Console interface {
	// Prints reports whether the kind can print its states as text.
	Prints() bool
	// Print appends the state as lines of text; nothing if the kind has no such text.
	Print(dst []byte, viewer Seat) []byte
	// Feedback returns a human player's feedback after a turn: why its move could not be carried out, and whether it is out of the game.
	Feedback(seat Seat) (refused string, out bool)
}

// Try returns why a move as text cannot be played now; nil if Play would accept it. Human players are asked again, bots are not.
func (t *Table) Try(seat Seat, text string) error {
	_, _, err := t.board.parse(seat, text)
	return err
}

func (b typedWire[S, M]) Prints() bool {
	_, ok := b.wire.(Printer[S])
	return ok
}

func (b typedWire[S, M]) Print(dst []byte, viewer Seat) []byte {
	if p, ok := b.wire.(Printer[S]); ok {
		return p.Print(dst, &b.state, viewer)
	}
	return dst
}

func (b typedWire[S, M]) Feedback(seat Seat) (string, bool) {
	if p, ok := b.wire.(Printer[S]); ok {
		return p.Feedback(&b.state, seat)
	}
	return "", false
}
