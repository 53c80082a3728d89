package external

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
	"agon/games/folder/engine"
)

/*
lines is agon's own protocol for engines: an object of JSON in a line each. agon says first

	{"hello": {"seats": 2, "seed": 7, "options": {}}}

and for each "ask" of the engine

	{"answers": [{"seat": 0, "lines": ["3"]}, {"seat": 1, "fault": "late"}]}

The engine says, one object a line, any number of "tell" and "frame" and then one "ask", or the "end":

	{"tell": {"seat": 0, "lines": ["…"]}}                 sent to the seat before its next question
	{"frame": {"round": 1, "text": ["…"], "picture": {}, "scores": [0, 0]}}
	{"ask": [{"seat": 0, "lines": ["…"], "answer": 1, "ms": 100}]}
	{"end": {"scores": [1, 0], "places": [1, 2], "text": "{0} wins"}}
	{"fail": "why there is no game"}

All seats of one "ask" are asked with clocks of their own. A picture is what rules in Python return from view.
*/
type lines struct {
	pending []string // by seat
}

// message is what an engine says.
type message struct {
	Tell  *tell   `json:"tell"`
	Frame *frame  `json:"frame"`
	Ask   []*ask  `json:"ask"`
	End   *ending `json:"end"`
	Fail  *string `json:"fail"`
}

type tell struct {
	Seat  int      `json:"seat"`
	Lines []string `json:"lines"`
}

type frame struct {
	Round   *int            `json:"round"`
	Text    []string        `json:"text"`
	Picture json.RawMessage `json:"picture"`
	Scores  []float64       `json:"scores"`
}

type ask struct {
	tell
	Answer *int    `json:"answer"` // lines; none: 1
	Millis float64 `json:"ms"`     // 0: the clock of the game
}

type ending struct {
	Scores []float64 `json:"scores"`
	Places []int     `json:"places"` // none: by the scores
	Text   string    `json:"text"`
}

// answered is a seat's answer.
type answered struct {
	Seat  int      `json:"seat"`
	Lines []string `json:"lines,omitempty"`
	Fault string   `json:"fault,omitempty"`
}

func (l *lines) begin(s *session, d *deal) error {
	l.pending = make([]string, d.seats)
	return s.say([]byte(inJSON(map[string]any{"hello": map[string]any{"seats": d.seats, "seed": d.seed, "options": d.options}}) + "\n"))
}

func (l *lines) answer(s *session, asks []engine.Ask, plays []engine.Play) error {
	list := []answered{}
	for seat, a := range asks {
		switch {
		case a.Lines == 0:
		case plays[seat].Why != game.NoFault:
			list = append(list, answered{Seat: seat, Fault: plays[seat].Why.String()})
		default:
			list = append(list, answered{Seat: seat, Lines: strings.Split(plays[seat].Move, "\n")})
		}
	}
	return s.say([]byte(inJSON(map[string]any{"answers": list}) + "\n"))
}

func (l *lines) hear(s *session) (*turn, error) {
	t := s.begun()
	for {
		text, err := s.line()
		if err != nil {
			return nil, err
		}
		var m message
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, wrong("it says %.200q: each line is an object of JSON with tell, frame, ask, end or fail: %v", text, err)
		}
		over, err := l.take(t, &m)
		if err != nil {
			return nil, fmt.Errorf("%w, in %.200s", err, text)
		}
		if over {
			return t, nil
		}
	}
}

// take takes a message, and reports whether the turn is over with it.
func (l *lines) take(t *turn, m *message) (bool, error) {
	switch {
	case m.Fail != nil:
		return true, wrong("it fails: %s", *m.Fail)
	case m.End != nil:
		return true, t.end(m.End)
	case m.Ask != nil:
		return true, l.ask(t, m.Ask)
	case m.Tell != nil:
		if err := l.seat(m.Tell.Seat); err != nil {
			return false, err
		}
		l.pending[m.Tell.Seat] += joined(m.Tell.Lines)
	case m.Frame != nil:
		return false, t.frame(m.Frame)
	default:
		return false, wrong("it says nothing: a line has tell, frame, ask, end or fail")
	}
	return false, nil
}

func (l *lines) seat(n int) error {
	if n < 0 || n >= len(l.pending) {
		return wrong("it names seat %d, and the seats are 0 to %d", n, len(l.pending)-1)
	}
	return nil
}

func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// mostMillis bounds the time of a move.
const mostMillis = 24 * 60 * 60 * 1000

func (l *lines) ask(t *turn, asks []*ask) error {
	for _, a := range asks {
		if err := l.seat(a.Seat); err != nil {
			return err
		}
		n := 1
		if a.Answer != nil {
			n = *a.Answer
		}
		switch {
		case t.Owes.Has(game.Seat(a.Seat)):
			return wrong("it asks seat %d twice at once", a.Seat)
		case n < 1 || !(a.Millis >= 0 && a.Millis <= mostMillis):
			return wrong("it asks seat %d for %d lines within %v ms: one line at least, and from 0 ms to a day; tell only sends lines",
				a.Seat, n, a.Millis)
		}
		t.Owes.Add(game.Seat(a.Seat))
		t.Asks[a.Seat] = engine.Ask{Prompt: l.pending[a.Seat] + joined(a.Lines), Lines: n,
			Limit: game.Millis(int(a.Millis))}
		l.pending[a.Seat] = ""
	}
	if t.Owes.Empty() {
		return wrong("it asks nobody: a game that is over has an end")
	}
	return nil
}

func (t *turn) frame(f *frame) error {
	if f.Round != nil {
		t.Round = max(*f.Round, 0)
	}
	t.Said = append(t.Said, f.Text...)
	if len(f.Picture) > 0 {
		t.Picture = string(f.Picture)
	}
	if f.Scores == nil {
		return nil
	}
	return t.rank(f.Scores)
}

func (t *turn) rank(scores []float64) error {
	if len(scores) != len(t.Asks) {
		return wrong("it gives %d scores to %d seats", len(scores), len(t.Asks))
	}
	t.Ranks = ranked(scores)
	return nil
}

func (t *turn) end(e *ending) error {
	t.Over, t.Ending = true, e.Text
	if err := t.rank(e.Scores); err != nil || e.Places == nil {
		return err
	}
	if len(e.Places) != len(t.Asks) {
		return wrong("it gives %d places to %d seats", len(e.Places), len(t.Asks))
	}
	for seat, place := range e.Places {
		t.Ranks[seat].Place = place
	}
	return nil
}
