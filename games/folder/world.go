package gamefolder

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
	"agon/games/folder/engine"
)

// A World is a position of a game that may go on in more ways than one: checks of the rules compare what a seat is shown in several. It
// does not change.
type World struct {
	folder *Folder
	at     *engine.Position
}

// Deal begins a game.
func (f *Folder) Deal(settings game.Settings, seats int, d *game.Dice) (*World, error) {
	options, err := json.Marshal(own(settings, f.options))
	if err != nil {
		return nil, err
	}
	p, err := f.engine.Deal(string(options), seats, d)
	if err != nil {
		return nil, err
	}
	return &World{f, p}, nil
}

// Step returns the world after a turn. moves are by seat.
func (w *World) Step(moves []string, d *game.Dice) (*World, error) {
	plays := make([]engine.Play, w.at.Seats)
	for seat := range plays {
		plays[seat].Move = moves[seat]
	}
	p, err := w.folder.engine.Step(w.at, plays, d)
	if err != nil {
		return nil, err
	}
	return &World{w.folder, p}, nil
}

// Owes returns the seats that owe a move.
func (w *World) Owes() game.Seats { return w.at.Owes }

// Moves returns moves that a seat may make which owes one: where the rules list none, what stands for a fault.
func (w *World) Moves(seat game.Seat) ([]string, error) {
	if w.at.Moves != nil {
		return w.at.Moves[seat], nil
	}
	move, err := w.folder.engine.Ask(w.at, engine.Absent, int(seat), game.Gone.String())
	return []string{move}, err
}

// Told returns what a seat or the audience observes, and the moves that the seat may make, as one text.
func (w *World) Told(seat game.Seat) (string, error) {
	fields, err := w.folder.engine.Ask(w.at, engine.Observe, int(seat), "")
	var moves []string
	owes := seat >= 0 && w.at.Owes.Has(seat)
	if owes && w.at.Moves != nil {
		moves = w.at.Moves[seat]
	}
	return fmt.Sprintf("%s\n%d %v %s", fields, w.at.Round, owes, strings.Join(moves, "\t")), err
}

// Picture returns what the rules draw for a seat or the audience.
func (w *World) Picture(seat game.Seat) (string, error) {
	return w.folder.engine.Ask(w.at, engine.View, int(seat), "")
}

// Request returns what a seat that is an HTTP server is sent; empty where bots are none, or where it owes no move.
func (w *World) Request(seat game.Seat) (string, error) {
	if w.folder.Kind.Requests == nil || !w.at.Owes.Has(seat) {
		return "", nil
	}
	return w.folder.engine.Ask(w.at, engine.Request, int(seat), factLines(w.at.Seats, nil, game.RequestFacts{}))
}

// Arguments returns what a seat is called with that is a function; empty where bots are none, or where it owes no move.
func (w *World) Arguments(seat game.Seat) (string, error) {
	if w.folder.Kind.Launch.Host == "" || !w.at.Owes.Has(seat) {
		return "", nil
	}
	return w.folder.engine.Ask(w.at, engine.Arguments, int(seat), "")
}

// Equal reports whether two worlds are packed into the same bytes. Those of equal positions may differ.
func (w *World) Equal(o *World) bool { return w.at.State == o.at.State && w.at.Owes == o.at.Owes }

// factLines returns what [engine.Request] takes.
func factLines(seats int, names []string, f game.RequestFacts) string {
	facts := fmt.Appendf(nil, "game=%s\nallowed=%d\ntook=%d\n", f.Game, f.Allowed.Milliseconds(), f.Took.Milliseconds())
	for seat := range seats {
		name := game.Unnamed(game.Seat(seat))
		if seat < len(names) {
			name = noControls(names[seat])
		}
		facts = fmt.Appendf(facts, "name%d=%s\n", seat, name)
	}
	return string(facts)
}
