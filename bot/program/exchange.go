package program

import (
	_ "embed"
	"fmt"

	"agon/game"
)

// Protocol is the page that defines the agon protocol, as Markdown.
//
//go:embed PROTOCOL.md
var Protocol string

// AppendExchange appends the messages between the arena and a bot in seat 0 in the first turns of a game, with default options, and at its
// end. Lines from the arena begin with "> ", the bot's with "< ". The bots are the kind's built-in ones.
func AppendExchange(dst []byte, k *game.Kind, turns int) ([]byte, error) {
	t, err := exampleTable(k)
	if err != nil {
		return dst, err
	}
	a := &agonProtocol{}
	toBot := func(line []byte) { dst = append(append(dst, "> "...), line...) }
	fromBot := func(line string) { dst = fmt.Appendf(dst, "< %s\n", line) }
	toBot(a.greet(nil, t, 0))
	fromBot(`{"name":"Example","author":"you"}`)
	for !t.Over() {
		owes := t.Owes()
		shown := a.moves < turns && owes.Has(0)
		if shown {
			toBot(a.picture(nil, t, 0))
		}
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			t.Think(seat, &game.Reply{})
		}
		if shown {
			fromBot(lastWord(t.Record(), 0))
		}
		if shown && a.moves == turns {
			dst = append(dst, "…\n"...)
		}
		t.Step()
	}
	toBot(a.leave(nil, t))
	return dst, nil
}

// exampleTable returns a table with a game of the kind's built-in bots, dealt.
func exampleTable(k *game.Kind) (*game.Table, error) {
	settings, err := k.Settings(nil)
	if err != nil {
		return nil, err
	}
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	builtin, err := k.Builtin(k.Builtins[0].Name, nil)
	if err != nil {
		return nil, err
	}
	seats := min(max(k.MinSeats, 2), k.MaxSeats)
	if err := t.Deal(1, seats); err != nil {
		return nil, err
	}
	for seat := range seats {
		t.Sit(game.Seat(seat), builtin)
	}
	return t, nil
}

// lastWord returns the last move of a seat.
func lastWord(r *game.Record, seat game.Seat) string {
	column := r.Columns[seat]
	if code := int(column[len(column)-1]); code < len(r.Words) {
		return r.Words[code]
	}
	return ""
}
