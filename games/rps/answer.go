package rps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"agon/game"
)

// maxAnswer bounds what is read of an answer, in bytes. Full art with every character escaped needs a sixth of it.
const maxAnswer = 256 << 10

// Why an answer forfeits, in the words of the results. Each note of such a fault begins with its word.
const (
	exitCode  = "exit-code"
	timeout   = "timeout"
	noJSON    = "no-json"
	noMove    = "no-move"
	badMove   = "bad-move"
	oversized = "oversize-output"
)

// Reason names a forfeit in the words of the results; note is what the fault was noted with. Faults that the contest has no
// word for keep their own name, and a forfeit without a fault is "unknown".
func Reason(why game.Fault, note string) string {
	switch why {
	case game.NoFault:
		return "unknown"
	case game.Late:
		return timeout
	case game.Crashed:
		return exitCode
	case game.Output:
		return oversized
	case game.Illegal:
		return badMove
	case game.Garbled:
		for _, word := range []string{noMove, badMove} {
			if strings.HasPrefix(note, word) {
				return word
			}
		}
		return noJSON
	}
	return why.String()
}

// An answer is what a bot wrote, understood as far as the round needs it.
type answer struct {
	hand Hand
	art  json.RawMessage // nil where there is none
}

// parse understands an answer or tells in words for its author why it forfeits. White space around, line breaks within and
// keys beside move and art are let pass; of a key given twice the last one counts.
func (w *wire) parse(r *game.Reply) (answer, error) {
	if r.Exit != 0 {
		r.Fault = game.Crashed
		if r.Exit < 0 {
			return answer{}, fmt.Errorf("%s: the bot was ended by a signal, which its log names (exit code %d), and only 0 counts", exitCode, r.Exit)
		}
		return answer{}, fmt.Errorf("%s: the bot ended with exit code %d, and only 0 counts", exitCode, r.Exit)
	}
	if len(r.Out) > maxAnswer {
		r.Fault = game.Output
		return answer{}, fmt.Errorf("%s: %d bytes on standard output, and at most %d are read", oversized, len(r.Out), maxAnswer)
	}
	object, err := object(r.Out)
	if err != nil {
		return answer{}, err
	}
	move, ok := object["move"]
	if !ok {
		return answer{}, fmt.Errorf("%s: the answer has no \"move\"", noMove)
	}
	hand, err := w.hand(move)
	if err != nil {
		return answer{}, err
	}
	return answer{hand, object["art"]}, nil
}

// object reads the outermost object and leaves its values alone, so that art is looked at only once the move is good.
func object(out []byte) (map[string]json.RawMessage, error) {
	text := bytes.Trim(bytes.TrimPrefix(out, []byte("\ufeff")), " \t\r\n\v\f")
	if len(text) == 0 {
		return nil, fmt.Errorf("%s: nothing on standard output", noJSON)
	}
	if bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
		return nil, fmt.Errorf("%s: the answer is not UTF-8: %.40q", noJSON, text)
	}
	if !json.Valid(text) {
		return nil, fmt.Errorf("%s: standard output must be one JSON object, not %.80q", noJSON, text)
	}
	var found map[string]json.RawMessage
	if err := json.Unmarshal(text, &found); err != nil || found == nil {
		return nil, fmt.Errorf("%s: the answer must be an object, not %.80q", noMove, text)
	}
	return found, nil
}

func (w *wire) hand(move json.RawMessage) (Hand, error) {
	var name string
	if move[0] == '"' && json.Unmarshal(move, &name) == nil {
		if w.anyCase {
			name = strings.ToUpper(name)
		}
		if hand := handOf(name); hand != None {
			return hand, nil
		}
	}
	if hand := handOf(strings.ToUpper(strings.TrimSpace(name))); hand != None {
		return None, fmt.Errorf("%s: %.80q is not \"%v\", in capitals and without blanks", badMove, name, hand)
	}
	return None, fmt.Errorf("%s: %.80q is none of \"ROCK\", \"PAPER\" and \"SCISSORS\" in quotes", badMove, move)
}
