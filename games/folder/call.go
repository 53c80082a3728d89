package gamefolder

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"

	"agon/game"
	"agon/games/folder/engine"
	"agon/internal/pattern"
)

//go:embed call.py
var callHost string

// call says how bots are asked that are functions in Python.
type call struct {
	Function string `toml:"function"` // its name, or that of a method; empty: the last function of a file
}

var identifier = pattern.Of(`^[A-Za-z_][A-Za-z0-9_]*$`)

// launch adds how such bots are started. Those of a game with lines are asked in lines if they are programs.
func (c *call) launch(l *game.Launch) error {
	if c.Function != "" && !identifier().MatchString(c.Function) {
		return fmt.Errorf("function %q must be the name of a function or of a method", c.Function)
	}
	if l.Form == game.Agon {
		l.Form = game.Hosted
	}
	l.Host, l.Mark = fmt.Sprintf("FUNCTION = %q\n", c.Function)+callHost, cmp.Or(c.Function, "*")
	l.Entries = []string{"main.py", "bot.py", "agent.py", "submission.py"}
	return nil
}

// Call appends what a function is called with: what the rules say, or what the seat sees and the options.
func (w *lineWire) Call(p *game.Prompt, s *State, seat game.Seat) {
	if s.at == nil {
		p.Stdin = append(p.Stdin, "[]"...)
		return
	}
	text, err := s.rules.ask(s, engine.Arguments, seat, "")
	switch {
	case err != nil:
		text = "[]" // the game is over
	case text == "":
		f := seen(s, seat)
		p.Stdin = fmt.Appendf(f.AppendJSON(append(p.Stdin, '[')), ",%s]", s.rules.options)
		return
	}
	p.Stdin = append(p.Stdin, text...)
}

// returned reads what a function has returned, as call.py writes it.
func returned(s *State, seat game.Seat, text []byte) (m Move, err error) {
	if odd, ok := bytes.CutPrefix(text, []byte("no move: ")); ok {
		return m, fmt.Errorf("it returned %.200s, which is no move", odd)
	}
	said, err := s.rules.ask(s, engine.Answer, seat, string(text))
	if err != nil {
		return m, err
	}
	if said == "" && json.Unmarshal(text, &said) != nil {
		said = string(text)
	}
	if err := m.UnmarshalText([]byte(said)); err != nil {
		return m, fmt.Errorf("it returned %.80s: %w", text, err)
	}
	return m, nil
}
