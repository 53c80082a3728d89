package game

import (
	"bytes"
	"encoding"
	"fmt"
	"strings"
)

// words is the Wire of a kind without one: a move is its String, and bots see the View.
type words[S, M comparable] struct {
	moves []M
	texts []string // by the index of a move
}

// newWords returns the Wire of a Spec without one. It panics if the moves have no texts, which is a programmer's mistake.
func newWords[S, M comparable](spec *Spec[S, M]) *words[S, M] {
	if spec.Launch.Form != Agon {
		panic(fmt.Sprintf("game: kind %s has no Wire, so that its bots can only speak the agon protocol: leave out Launch.Form, or write "+
			"a Wire", spec.Name))
	}
	var m M
	if _, ok := any(m).(fmt.Stringer); !ok {
		panic(fmt.Sprintf("game: kind %s has no Wire, so that %T needs a method String: it is what bots answer", spec.Name, m))
	}
	if _, ok := any(&m).(encoding.TextUnmarshaler); !ok && len(spec.Moves) == 0 {
		panic(fmt.Sprintf("game: kind %s has no Wire, so that Spec.Moves must list all moves, or *%T must have a method UnmarshalText",
			spec.Name, m))
	}
	w := &words[S, M]{moves: spec.Moves}
	for _, m := range spec.Moves {
		w.texts = append(w.texts, textOf(m))
	}
	return w
}

func textOf(m any) string { return m.(fmt.Stringer).String() }

// Ask writes nothing: a kind without a Wire uses the agon protocol, whose pictures are Views.
func (w *words[S, M]) Ask(*Prompt, *S, Seat) {}

// Read parses the first line of an answer.
func (w *words[S, M]) Read(_ *S, _ Seat, r *Reply) (M, error) {
	line, _, _ := bytes.Cut(r.Out, []byte("\n"))
	return w.Parse(string(bytes.TrimSpace(line)))
}

// Format returns the String of a move.
func (w *words[S, M]) Format(m M) string { return textOf(m) }

// Parse returns the move of a text: one of the Moves of the Spec, or else what M's own UnmarshalText accepts.
func (w *words[S, M]) Parse(text string) (m M, err error) {
	for i, known := range w.texts {
		if known == text {
			return w.moves[i], nil
		}
	}
	if u, ok := any(&m).(encoding.TextUnmarshaler); ok {
		if err := u.UnmarshalText([]byte(text)); err != nil {
			var none M
			return none, fmt.Errorf("unknown move %.80q: %w", text, err)
		}
		return m, nil
	}
	return m, fmt.Errorf("unknown move %.80q (want %s)", text, alternatives(w.texts))
}

// alternatives joins texts as "A, B or C".
func alternatives(texts []string) string {
	const most = 12
	if len(texts) > most {
		return strings.Join(texts[:most], ", ") + ", …"
	}
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " or " + texts[last]
	}
	return strings.Join(texts, "")
}
