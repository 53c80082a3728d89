package program

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"agon/bot"
	"agon/game"
)

// agonProtocol implements the agon protocol in one lane; PROTOCOL.md defines it.
type agonProtocol struct {
	moves  int        // number of moves asked for in this game
	before game.Frame // the last picture sent
	silent bool       // the program has not greeted, and still may
	name   string
	author string
}

func newAgonProtocol() protocol { return &agonProtocol{} }

// agonVersion is the version of the protocol.
const agonVersion = 1

// helloLine is the line that begins a game.
type helloLine struct {
	Agon    int            `json:"agon"`
	Kind    string         `json:"kind"`
	Title   string         `json:"title"`
	Version string         `json:"version"`
	Seat    game.Seat      `json:"seat"`
	Seats   int            `json:"seats"`
	Options map[string]any `json:"options"`
	Clock   clockLine      `json:"clock"`
}

// clockLine is a clock in milliseconds; absent numbers are 0, and mean unlimited.
type clockLine struct {
	First   float64 `json:"first,omitempty"`
	Move    float64 `json:"move,omitempty"`
	Kill    float64 `json:"kill,omitempty"`
	Bank    float64 `json:"bank,omitempty"`
	Average float64 `json:"average,omitempty"`
}

func (a *agonProtocol) greet(dst []byte, t *game.Table, seat game.Seat) []byte {
	a.moves, a.silent = 0, true
	return appendHello(dst, t, seat)
}

func appendHello(dst []byte, t *game.Table, seat game.Seat) []byte {
	c := t.Kind.Clock(t.Settings())
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	text, err := json.Marshal(helloLine{
		Agon: agonVersion, Kind: t.Kind.Name, Title: t.Kind.Title, Version: t.Kind.Version, Seat: seat, Seats: t.Seats(),
		Options: openOptions(t.Settings()),
		Clock:   clockLine{ms(c.First), ms(c.Move), ms(c.Kill), ms(c.Bank), ms(c.Average)},
	})
	if err != nil {
		panic(err) // numbers, booleans and strings always marshal
	}
	return append(append(dst, text...), '\n')
}

// openOptions returns the options that a bot may know: given deals and draws may contain hidden information.
func openOptions(s game.Settings) map[string]any {
	values := s.Values()
	delete(values, "deal")
	delete(values, "draws")
	return values
}

func (a *agonProtocol) ask(dst []byte, c *bot.Call) []byte { return a.picture(dst, c.Table, c.Seat) }

// picture appends what a seat sees: everything before its first move, then only changes.
func (a *agonProtocol) picture(dst []byte, t *game.Table, seat game.Seat) []byte {
	now := t.Seen(seat)
	if a.moves == 0 {
		dst = now.AppendJSON(dst)
	} else {
		dst = now.AppendDelta(dst, &a.before)
	}
	now.CopyTo(&a.before)
	a.moves++
	return append(dst, '\n')
}

func (a *agonProtocol) greeted() bool { return !a.silent }

func (a *agonProtocol) whole(int, []byte) bool { return true }
func (a *agonProtocol) wanted() string         { return "one line" }

// hello parses the program's greeting: an object with its name, once per game and before its first answer.
func (a *agonProtocol) hello(text []byte) bool {
	text = bytes.TrimSpace(text)
	if !a.silent || len(text) == 0 || text[0] != '{' {
		return false
	}
	var named struct {
		Name   *string `json:"name"`
		Author *string `json:"author"`
	}
	if json.Unmarshal(text, &named) != nil || named.Name == nil && named.Author == nil {
		return false
	}
	a.silent = false
	a.name, a.author = valueOf(named.Name), valueOf(named.Author)
	return true
}

func valueOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// takeAnswer passes the move to the referee as a word, which every kind's table can parse.
func (a *agonProtocol) takeAnswer(c *bot.Call, text []byte) {
	a.silent = false
	c.Reply.Out = append(c.Reply.Out[:0], text...)
	c.Worded = true
}

// leave appends the result of the game, if it ended.
func (a *agonProtocol) leave(dst []byte, t *game.Table) []byte {
	if !t.Over() {
		return dst
	}
	dst = append(dst, `{"over":true,"places":[`...)
	for seat := range t.Seats() {
		if seat > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(t.Outcome(game.Seat(seat)).Place), 10)
	}
	dst = append(dst, `],"scores":[`...)
	for seat := range t.Seats() {
		if seat > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendFloat(dst, t.Outcome(game.Seat(seat)).Score, 'f', -1, 64)
	}
	return append(dst, "]}\n"...)
}
