package training

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"agon/game"
	"agon/internal/nearest"
)

// A Description is sent to a learner in another process before its first request.
type Description struct {
	Agon   int      `json:"agon"` // version of the format
	Kind   string   `json:"kind"`
	Title  string   `json:"title"`
	Moves  []string `json:"moves"` // an action is an index into it
	Games  int      `json:"games"`
	Seats  int      `json:"seats"`
	Bots   []int    `json:"bots"`   // seats that built-in bots play
	Faults []string `json:"faults"` // names by number; 0: none
	Size   int      `json:"size"`   // of the block, in bytes
	Arrays []Array  `json:"arrays"`
}

// A request is one line.
type request struct {
	Do      string   `json:"do"`      // "step", "reset", "observe" or "print"
	Observe []string `json:"observe"` // what to write afterwards
	Seed    int64    `json:"seed"`
	Game    int      `json:"game"`
	Seat    int      `json:"seat"`
}

// An answer is one line.
type answer struct {
	Error string  `json:"error,omitempty"`
	Text  *string `json:"text,omitempty"`
}

// Describe returns the description of a batch.
func (b *Batch) Describe() Description {
	d := Description{Agon: 1, Kind: b.kind.Name, Title: b.kind.Title, Moves: b.moves, Games: b.options.Games, Seats: b.options.Seats,
		Size: b.size, Arrays: b.arrays}
	d.Bots = []int{}
	for seat := range b.options.Seats {
		if _, plays := b.options.Bots[game.Seat(seat)]; plays {
			d.Bots = append(d.Bots, seat)
		}
	}
	d.Faults = append(d.Faults, "")
	for _, f := range game.Faults() {
		d.Faults = append(d.Faults, f.String())
	}
	return d
}

// longestRequest bounds a line of requests, in bytes.
const longestRequest = 1 << 16

// Serve answers requests until their end: each is a line of JSON and has one as its answer. A request that cannot be carried out is
// answered with an error, and the next one is read.
func (b *Batch) Serve(requests io.Reader, answers io.Writer) error {
	lines := bufio.NewScanner(requests)
	lines.Buffer(nil, longestRequest)
	encoder := json.NewEncoder(answers)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		var r request
		text, err := (*string)(nil), json.Unmarshal(lines.Bytes(), &r)
		if err == nil {
			text, err = b.do(&r)
		}
		a := answer{Text: text}
		if err != nil {
			a.Error = err.Error()
		}
		if err := encoder.Encode(a); err != nil {
			return fmt.Errorf("answer the learner: %w", err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a request is longer than %d bytes", longestRequest)
	} else if err != nil {
		return fmt.Errorf("read the learner's request: %w", err)
	}
	return nil
}

func (b *Batch) do(r *request) (text *string, err error) {
	switch r.Do {
	case "step":
		err = b.Step()
	case "reset":
		err = b.Reset(r.Seed)
	case "observe":
	case "print":
		printed, err := b.Print(r.Game, game.Seat(r.Seat))
		if err != nil {
			return nil, err
		}
		return &printed, nil
	default:
		return nil, fmt.Errorf("there is no request %q%s", r.Do, nearest.Hint(r.Do, []string{"step", "reset", "observe", "print"}))
	}
	if err != nil || len(r.Observe) == 0 {
		return nil, err
	}
	return nil, b.Observe(r.Observe)
}
