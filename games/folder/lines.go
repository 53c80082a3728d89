package gamefolder

import (
	"bytes"
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

A bot answers with a line, its move.
*/
type lineWire struct {
	First []string `toml:"first"` // sent before the lines of the first move
	Turn  []string `toml:"turn"`  // sent for each move

	names []string // of the players, by seat; nil: unknown
}

var placeholder = pattern.Of(`\{(#?)([a-z_][a-zA-Z0-9_]*)(\*?)\}`)

// check returns an error for templates that cannot be filled.
func (w *lineWire) check() error {
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

// Open writes the lines before those of the first move.
func (w *lineWire) Open(p *game.Prompt, s *State, seat game.Seat) { write(p, w.First, s, seat) }

// Ask writes the lines of a move.
func (w *lineWire) Ask(p *game.Prompt, s *State, seat game.Seat) { write(p, w.Turn, s, seat) }

func write(p *game.Prompt, lines []string, s *State, seat game.Seat) {
	var f game.Frame
	f.Int("round", round(s))
	if s.at != nil {
		f.Int("seats", s.at.Seats)
	}
	view(&f, s, seat)
	for _, line := range lines {
		p.Stdin = append(p.Stdin, fill(&f, line)...)
	}
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

// Read parses the first line of an answer.
func (w *lineWire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	line, _, _ := bytes.Cut(r.Out, []byte("\n"))
	return w.Parse(string(bytes.TrimSpace(line)))
}

// Format returns the text of a move.
func (*lineWire) Format(m Move) string { return m.Text }

// Parse is the inverse of Format.
func (*lineWire) Parse(text string) (m Move, err error) { return m, m.UnmarshalText([]byte(text)) }
