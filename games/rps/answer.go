package rps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"agon/game"
)

// maxAnswer bounds the size of an answer in bytes. Full art with every character escaped needs a sixth of it.
const maxAnswer = 256 << 10

// Reasons for a forfeit, in the words of the results. Each note of such a fault begins with its reason.
const (
	exitCode  = "exit-code"
	timeout   = "timeout"
	noJSON    = "no-json"
	noMove    = "no-move"
	badMove   = "bad-move"
	oversized = "oversize-output"
)

// Reason returns the reason of a forfeit in the words of the results; note is the note of the fault. Faults for which the contest has no
// word keep their own name, and a forfeit without a fault is "unknown".
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

// An answer is the parsed answer of a bot, as far as the round needs it.
type answer struct {
	hand Hand
	art  json.RawMessage // nil if there is none
}

// parse parses an answer or says for its author why it forfeits. Surrounding white space, line breaks and unknown keys are accepted; of a
// duplicate key the last one counts.
func (w *wire) parse(r *game.Reply) (answer, error) {
	if r.Exit != 0 {
		r.Fault = game.Crashed
		if r.Exit < 0 {
			return answer{}, fmt.Errorf("%s: a signal ended the bot (exit code %d); its log names the signal", exitCode, r.Exit)
		}
		return answer{}, fmt.Errorf("%s: the bot ended with exit code %d instead of 0", exitCode, r.Exit)
	}
	if len(r.Out) > maxAnswer {
		r.Fault = game.Output
		return answer{}, fmt.Errorf("%s: %d bytes on standard output; at most %d are read", oversized, len(r.Out), maxAnswer)
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

// object parses the outermost object only, so that art is parsed only after a valid move.
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
	return None, fmt.Errorf("%s: unknown move %.80q (want \"ROCK\", \"PAPER\" or \"SCISSORS\" in quotes)", badMove, move)
}
