package tron

import (
	"bytes"
	"fmt"
	"strconv"

	"agon/game"
)

// wire is CodinGame's protocol, as its stubs have it. A bot has no opening. Each time it is asked it gets
//
//	N P
//	X0 Y0 X1 Y1
//
// with one line of the second form for each of the N seats, seat 0 first and itself (P) among them: the start tile and the head, or -1 -1
// -1 -1 for the dead. It answers with one line.
type wire struct {
	strict bool // the line must be exactly one of the words
}

var names = [...]string{Up: "UP", Down: "DOWN", Left: "LEFT", Right: "RIGHT", NoWay: "no way"}

const dead = "-1 -1 -1 -1\n"

// Ask writes the lines of one turn.
func (w *wire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	b := appendNumbers(p.Stdin, int(s.Seats), int(seat))
	for i := range s.Seats {
		if s.Cause[i] != Alive {
			b = append(b, dead...)
			continue
		}
		b = appendNumbers(b, int(s.StartX[i]), int(s.StartY[i]), int(s.X[i]), int(s.Y[i]))
	}
	p.Stdin = b
}

// appendNumbers appends a line of numbers with a space between them.
func appendNumbers(b []byte, list ...int) []byte {
	for i, n := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, '\n')
}

// Read parses the first word of the line in any case or, if strict, the whole line.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	line, _, _ := bytes.Cut(r.Out, []byte("\n"))
	if w.strict {
		m, err := w.Parse(string(bytes.TrimSuffix(line, []byte("\r"))))
		if m > Right {
			err = fmt.Errorf("unknown move %.80q (want UP, DOWN, LEFT or RIGHT)", line)
		}
		return m, err
	}
	word := bytes.TrimSpace(line)
	if end := bytes.IndexAny(word, " \t\v\f\r"); end >= 0 {
		word = word[:end]
	}
	for m := Up; m <= Right; m++ {
		if len(word) == len(names[m]) && bytes.EqualFold(word, []byte(names[m])) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown move %.80q (want UP, DOWN, LEFT or RIGHT)", word)
}

// Format returns the word of a move.
func (w *wire) Format(m Move) string {
	if m > NoWay {
		return "no move"
	}
	return names[m]
}

// Parse returns the inverse of Format.
func (w *wire) Parse(text string) (Move, error) {
	for m := Up; m <= NoWay; m++ {
		if names[m] == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown move %.80q (want UP, DOWN, LEFT or RIGHT)", text)
}
