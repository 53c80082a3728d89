package fence

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
)

// wire talks to a bot's class host, whose side is host.py.
//
// The opening is JSON, once per game. The body of a turn is the bot's own x and y, one byte each, and then three bytes for each cell that
// has got an owner since its last turn, x, y and 1 or 2; see [News]. The host begins with an empty board. The answer is the tuple as text,
// "1 0"; an invalid one is sent as "no move: " and what the bot returned.
type wire struct {
	bank     game.Micros
	maxPlies int
}

type opening struct {
	N        int         `json:"n"`
	Seat     game.Seat   `json:"seat"` // 0 is Player1
	Clock    game.Micros `json:"clock_us"`
	MaxPlies int         `json:"max_plies"`
}

// Open sends a bot's host the size of the board and the seat. The bot itself learns neither its number nor its clock.
func (w *wire) Open(p *game.Prompt, s *State, seat game.Seat) {
	text, err := json.Marshal(opening{int(s.N), seat, w.bank, w.maxPlies})
	if err != nil {
		panic(err) // numbers always marshal
	}
	p.Stdin = append(p.Stdin, text...)
}

// Ask appends the body of a turn.
func (w *wire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	p.Stdin = s.appendNews(append(p.Stdin, byte(s.X[seat]), byte(s.Y[seat])))
}

var answers = [...]string{Right: "1 0", Left: "-1 0", Down: "0 1", Up: "0 -1", Stay: "0 0"}

// Read parses a tuple as text.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	for m, text := range answers {
		if string(r.Out) == text {
			return Move(m), nil
		}
	}
	if what, ok := strings.CutPrefix(string(r.Out), "no move: "); ok {
		return 0, fmt.Errorf("move() returned %.80s; it must return (1,0), (-1,0), (0,1), (0,-1) or (0,0)", what)
	}
	return 0, fmt.Errorf("invalid move %.80q", r.Out)
}

// letters are the moves as text: right, left, down, up, stay.
const letters = "RLDUS"

// Format returns the letter of a move.
func (w *wire) Format(m Move) string {
	if m > Stay {
		return "-"
	}
	return letters[m : m+1]
}

// Parse returns the inverse of Format.
func (w *wire) Parse(text string) (Move, error) {
	if i := strings.Index(letters, text); i >= 0 && len(text) == 1 {
		return Move(i), nil
	}
	return 0, fmt.Errorf("unknown move %.80q (want R, L, D, U or S)", text)
}
