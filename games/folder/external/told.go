package external

import (
	"encoding/json"
	"errors"

	"agon/game"
	"agon/games/folder/engine"
)

// mostSaid bounds what is kept of what an engine says in a game, in bytes.
const mostSaid = 8 << 20

// size returns about how many bytes a turn takes.
func (t *turn) size() int {
	n := len(t.Picture) + len(t.Ending) + 100
	for _, a := range t.Asks {
		n += len(a.Prompt) + 50
	}
	for _, lines := range [][]string{t.Said, t.Printed, t.Views} {
		for _, line := range lines {
			n += len(line) + 20
		}
	}
	return n
}

// Said returns what was said in a game that is over. nil: it was more than is kept, or it is no text, or the game was told itself.
func (e *Engine) Said(p *engine.Position) []byte {
	at := p.Own.(*place)
	if at.size > mostSaid || at.told != nil {
		return nil
	}
	var list []turn // the last one first
	for at := at.point; at != nil; at = at.before {
		list = append(list, *at.said)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil
	}
	return text
}

// Told begins a game in which an engine said this. It is untrusted: whoever has it told compares the hashes of positions.
func (e *Engine) Told(said []byte, options string, seats int) (*engine.Position, error) {
	var list []turn
	if err := json.Unmarshal(said, &list); err != nil {
		return nil, err
	}
	return told(list, &point{deal: &deal{seats: seats}}, &engine.Position{Options: options, Seats: seats})
}

// told makes p the position at a point, where the engine says the last of these turns.
func told(list []turn, at *point, p *engine.Position) (*engine.Position, error) {
	n := len(list) - 1
	if n < 0 {
		return nil, errors.New("the record has no more of what the engine said")
	}
	t := &list[n]
	_, beyond := t.Owes.Next(game.Seat(p.Seats))
	unranked := len(t.Ranks) != p.Seats && (t.Over || t.Ranks != nil)
	if len(t.Asks) != p.Seats || beyond || unranked || t.Owes.Empty() != t.Over {
		return nil, errors.New("the record of what the engine said is of no game of these seats")
	}
	at.reached(t, p)
	p.Own.(*place).told = list[:n]
	return p, nil
}
