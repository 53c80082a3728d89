package fence

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
)

// wire is what a bot's class host is sent: host.py is its other end.
//
// The opening is JSON, once per game. The body of a turn is the bot's own x and y, one byte each, and then three bytes for each
// cell that has got an owner since its last turn, x, y and 1 or 2; see [News]. The host begins with an empty board. The answer is the
// tuple as text, "1 0"; what is no move comes as "no move: " and what the bot returned.
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

// Open tells a bot's host the size of the board and the seat. The bot itself is told neither its number nor its clock.
func (w *wire) Open(p *game.Prompt, s *State, seat game.Seat) {
	text, err := json.Marshal(opening{int(s.N), seat, w.bank, w.maxPlies})
	if err != nil {
		panic(err) // numbers always have JSON
	}
	p.Stdin = append(p.Stdin, text...)
}

// Ask is the body of a turn.
func (w *wire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	p.Stdin = s.appendNews(append(p.Stdin, byte(s.X[seat]), byte(s.Y[seat])))
}

var answers = [...]string{Right: "1 0", Left: "-1 0", Down: "0 1", Up: "0 -1", Stay: "0 0"}

// Read takes a tuple as text.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	for m, text := range answers {
		if string(r.Out) == text {
			return Move(m), nil
		}
	}
	if what, ok := strings.CutPrefix(string(r.Out), "no move: "); ok {
		return 0, fmt.Errorf("move() returned %.80s; it is to return one of (1,0), (-1,0), (0,1), (0,-1) and (0,0)", what)
	}
	return 0, fmt.Errorf("%.80q is no move", r.Out)
}

// letters are the moves as text: right, left, down, up, stay.
const letters = "RLDUS"

// Format is the letter of a move.
func (w *wire) Format(m Move) string {
	if m > Stay {
		return "-"
	}
	return letters[m : m+1]
}

// Parse is the inverse of Format.
func (w *wire) Parse(text string) (Move, error) {
	if i := strings.Index(letters, text); i >= 0 && len(text) == 1 {
		return Move(i), nil
	}
	return 0, fmt.Errorf("%.80q is none of R, L, D, U and S", text)
}
