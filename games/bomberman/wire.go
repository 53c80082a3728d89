package bomberman

import (
	"bytes"

	"agon/game"
)

// The files that a bot is given, in the folder that is its second argument, and the one that it leaves there.
const (
	stateFile = "state.json"
	mapFile   = "map.txt"
	moveFile  = "move.txt"
)

// wire lays out the two files of a round, alike for all seats, and reads a bot's move.txt.
type wire struct {
	names [maxSeats]string
	eol   string
}

func newWire(eol string) *wire {
	w := &wire{eol: eol}
	w.Names(nil)
	return w
}

// Names tells the files what the players are called, by seat. Who has no name is "Player 1" and so on, as at the original's console.
func (w *wire) Names(names []string) {
	for i := range w.names {
		w.names[i] = "Player " + number(i+1)
		if i < len(names) && names[i] != "" {
			w.names[i] = names[i]
		}
	}
}

// Common is the files of the round.
func (w *wire) Common(p *game.Prompt, s *State) {
	state := p.File(stateFile)
	*state = AppendState(*state, s, w.names[:])
	text := p.File(mapFile)
	*text = AppendMap(*text, s, w.names[:], w.eol)
}

// keys are the first arguments by seat.
var keys = [maxSeats]string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"}

// Ask is the arguments: the player's key and the folder of the files.
func (w *wire) Ask(p *game.Prompt, _ *State, seat game.Seat) {
	p.Args = append(p.Args, keys[seat], "{dir}")
}

// Read takes the first character of move.txt. Anything that is no code, an empty file or none at all does nothing; so does 7 and
// above. The exit code does not matter. What the program printed is left beside the move.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	m := ReadMove(r.File(moveFile))
	r.Remark = appendRemark(r.Remark, r, m)
	return m, nil
}

// ReadMove is the move that the text of a move.txt stands for.
func ReadMove(text []byte) Move {
	if c := firstLetter(text); c >= '1' && c <= '6' {
		return Move(c - '0')
	}
	return Nothing
}

// firstLetter passes over the byte order marks that .NET programs put in front.
func firstLetter(text []byte) byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if rest, ok := bytes.CutPrefix(text, []byte("\xfe\xff\x00")); ok {
		text = rest
	}
	text = bytes.TrimPrefix(text, []byte("\xff\xfe"))
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// Format is the name of the move.
func (w *wire) Format(m Move) string { return m.String() }

// Parse reads a move by its name, its code in move.txt or its key on the original's console.
func (w *wire) Parse(text string) (Move, error) { return parseMove(text) }
