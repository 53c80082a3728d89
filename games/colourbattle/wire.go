package colourbattle

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"agon/game"
)

// wire talks to a bot's class host, whose side is host.py.
//
// The opening is JSON, once per game. Each turn all seats share one body, little-endian: the grid as int16 row after row from y = 0, then x
// and y of every bot as int16 in listing order, then the round as int32. None of it is private. The answer is one character, the value of
// the enum member: '1' UP, '2' DOWN, '3' LEFT, '4' RIGHT, '5' STAY.
type wire struct {
	rounds  int
	lenient bool
}

var names = [...]string{Up: "UP", Down: "DOWN", Left: "LEFT", Right: "RIGHT", Stay: "STAY", abort: "abort"}

type opening struct {
	Index  int      `json:"index"` // index of the bot itself in the listing
	ID     int16    `json:"id"`
	At     [2]int16 `json:"at"`
	IDs    []int16  `json:"ids"` // in listing order
	Side   int16    `json:"side"`
	Rounds int      `json:"rounds"`
	Strict bool     `json:"strict"`
}

// Open sends a seat its id and the size of the game.
func (w *wire) Open(p *game.Prompt, s *State, seat game.Seat) {
	o := opening{ID: s.ID[seat], At: [2]int16{s.X[seat], s.Y[seat]}, Side: s.Side, Rounds: w.rounds, Strict: !w.lenient}
	for i := range s.Listing[:s.Bots] {
		other := game.Seat(s.Listing[i])
		o.IDs = append(o.IDs, s.ID[other])
		if other == seat {
			o.Index = i
		}
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // numbers and booleans always marshal
	}
	p.Stdin = append(p.Stdin, text...)
}

// Common appends the body of a turn.
func (w *wire) Common(p *game.Prompt, s *State) {
	b := p.Stdin
	for _, tile := range s.Grid[:int(s.Side)*int(s.Side)] {
		b = binary.LittleEndian.AppendUint16(b, uint16(tile))
	}
	for _, other := range s.Listing[:s.Bots] {
		b = binary.LittleEndian.AppendUint16(b, uint16(s.X[other]))
		b = binary.LittleEndian.AppendUint16(b, uint16(s.Y[other]))
	}
	p.Stdin = binary.LittleEndian.AppendUint32(b, uint32(s.Round+1))
}

// Ask appends nothing: no information is private.
func (w *wire) Ask(*game.Prompt, *State, game.Seat) {}

// Read parses the value of the enum member.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	if len(r.Out) == 1 && r.Out[0] >= '1' && r.Out[0] <= '5' {
		return Move(r.Out[0] - '0'), nil
	}
	return 0, fmt.Errorf("%.80q is no member of Move", r.Out)
}

// Format returns the name of the enum member.
func (w *wire) Format(m Move) string { return names[m] }

// Parse returns the inverse of Format.
func (w *wire) Parse(text string) (Move, error) {
	for m := Up; m <= Stay; m++ {
		if names[m] == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown move %.80q (want UP, DOWN, LEFT, RIGHT or STAY)", text)
}
