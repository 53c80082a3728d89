package gamefolder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agon/game"
	"agon/games/folder/engine"
	"agon/internal/pattern"
)

/*
A lineWire asks bots in lines that game.toml describes, for those who want no JSON. Each template is a line with fields of what the seat
sees in braces:

	{left}    a number or a text; a list with blanks between its items
	{me} {seats} {round}  the seat, the number of seats, the rounds that have been played
	{#moves}  how many items a list has, or how many rows
	{moves*}  alone in its line: each item of a list in a line of its own, each row of a grid with blanks between its cells

A bot answers with its move: a line, or as many as answer says, a number or a template of one.
*/
type lineWire struct {
	First  []string `toml:"first"`  // sent before the lines of the first move
	Turn   []string `toml:"turn"`   // sent for each move
	Answer any      `toml:"answer"` // how many lines a move has

	names []string // of the players, by seat; nil: unknown
}

var placeholder = pattern.Of(`\{(#?)([a-z_][a-zA-Z0-9_]*)(\*?)\}`)

// check returns an error for templates that cannot be filled.
func (w *lineWire) check() error {
	if err := w.checkAnswer(); err != nil {
		return err
	}
	for _, line := range append(slices.Clone(w.First), w.Turn...) {
		rest := placeholder().ReplaceAllStringFunc(line, func(field string) string {
			if strings.HasSuffix(field, "*}") && (field != line || field[1] == '#') {
				return "{" // as if it were wrong
			}
			return ""
		})
		if strings.ContainsAny(rest, "{}\n\r") {
			return fmt.Errorf("the line %q: fields are {name} and {#name}, and {name*} alone in its line", line)
		}
	}
	return nil
}

// mostLines bounds the lines of an answer.
const mostLines = 10_000

// checkAnswer returns an error for an answer that is neither a number nor a field.
func (w *lineWire) checkAnswer() error {
	switch a := w.Answer.(type) {
	case nil:
		w.Answer = ""
		return nil
	case int64:
		w.Answer = strconv.FormatInt(a, 10)
		if a >= 1 && a <= mostLines {
			return nil
		}
	case string:
		if m := placeholder().FindString(a); m == a && a != "" && !strings.HasSuffix(a, "*}") {
			return nil
		}
	}
	return fmt.Errorf("answer is how many lines a move has: a number from 1 to %d, or a field with it, {name} or {#name}", mostLines)
}

// lines returns how many lines the move of a seat has that sees f; 0: its first line is the move, and more of them are none.
func (w *lineWire) lines(f *game.Frame, s *State) int {
	answer, _ := w.Answer.(string)
	if answer == "" {
		return 0
	}
	text := strings.TrimSpace(string(fill(f, answer)))
	n, err := strconv.Atoi(text)
	if (err != nil || n < 0 || n > mostLines) && s.at != nil {
		s.rules.fail(&engine.Failure{File: File, In: engine.Observe.String(),
			Why: fmt.Sprintf("answer = %q in [lines] is %.80q here, and must be a number from 0 to %d", answer, text, mostLines)})
	}
	return max(n, 1)
}

// Open writes the lines before those of the first move.
func (w *lineWire) Open(p *game.Prompt, s *State, seat game.Seat) { write(p, w.First, s, seat) }

// Ask writes the lines of a move.
func (w *lineWire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	f := write(p, w.Turn, s, seat)
	p.Lines = w.lines(f, s)
}

// seen returns what a seat sees.
func seen(s *State, seat game.Seat) *game.Frame {
	f := &game.Frame{}
	f.Int("round", round(s))
	if s.at != nil {
		f.Int("seats", s.at.Seats)
	}
	view(f, s, seat)
	return f
}

func write(p *game.Prompt, lines []string, s *State, seat game.Seat) *game.Frame {
	f := seen(s, seat)
	for _, line := range lines {
		p.Stdin = append(p.Stdin, fill(f, line)...)
	}
	return f
}

// fill returns a template with its fields, as one line or several.
func fill(f *game.Frame, line string) []byte {
	if m := placeholder().FindStringSubmatch(line); m != nil && m[3] == "*" {
		var out []byte
		for _, item := range f.Items(m[2]) {
			out = append(append(out, item...), '\n')
		}
		return out
	}
	text := placeholder().ReplaceAllStringFunc(line, func(field string) string {
		m := placeholder().FindStringSubmatch(field)
		list := f.Items(m[2])
		if m[1] == "#" {
			return strconv.Itoa(len(list))
		}
		return strings.Join(list, " ")
	})
	return append([]byte(text), '\n')
}

// Cast takes the names of the players, which requests have.
func (w *lineWire) Cast(players []game.Participant) {
	w.names = nil
	for _, p := range players {
		w.names = append(w.names, p.Name)
	}
}

// Request has the rules write what a bot that is an HTTP server is sent.
func (w *lineWire) Request(s *State, seat game.Seat, f game.RequestFacts) string {
	if s.at == nil {
		return ""
	}
	body, _ := s.rules.ask(s, engine.Request, seat, factLines(s.at.Seats, w.names, f))
	return body
}

// Read parses an answer: its first line, or all of them if game.toml says how many they are.
func (w *lineWire) Read(s *State, seat game.Seat, r *game.Reply) (m Move, err error) {
	text := r.Out
	if r.Hosted {
		return returned(s, seat, text)
	}
	if answer, _ := w.Answer.(string); answer == "" {
		text, _, _ = bytes.Cut(text, []byte("\n"))
	}
	return m, m.UnmarshalText(bytes.TrimSpace(text))
}

// Format returns a move as one line: its text, or a text in JSON if it has several lines or could be taken for one.
func (w *lineWire) Format(m Move) string {
	if same, err := w.Parse(m.Text); err == nil && same == m && !strings.ContainsAny(m.Text, "\n\t") {
		return m.Text
	}
	return quoted(m.Text)
}

// quoted returns a text in JSON.
func quoted(text string) string {
	line, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text always marshals
	}
	return string(line)
}

// unquoted returns what a text in JSON says that has line breaks or tabs, or says one in JSON; any other text as it is.
func unquoted(text string) string {
	var inner string
	if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &inner) == nil &&
		(strings.ContainsAny(inner, "\n\t") || strings.HasPrefix(inner, `"`)) {
		return inner
	}
	return text
}

// Parse is the inverse of Format. It takes line breaks as they are, too.
func (*lineWire) Parse(text string) (m Move, err error) {
	if inner := unquoted(text); inner != text {
		text = strings.TrimSpace(inner)
	}
	return m, m.UnmarshalText([]byte(text))
}
