package process

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"agon/game"
	"agon/games/folder/engine"
)

// errRequest is a request that is none.
var errRequest = errors.New("a request of the rules' process cannot be read")

// Serve answers requests by an engine until there are no more: what runs in the process of an [Engine] with Draws. It returns an error for
// a request that no [Engine] sends.
func Serve(rules engine.Engine, in io.Reader, out io.Writer) error {
	from := bufio.NewReaderSize(in, 1<<16)
	var head [header]byte
	for {
		if _, err := io.ReadFull(from, head[:]); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		size, packed := binary.LittleEndian.Uint32(head[:])-5, binary.LittleEndian.Uint32(head[5:])
		if size > longest || packed > size {
			return errRequest
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(from, body); err != nil {
			return err
		}
		state, text, err := serve(rules, head[4], string(body[:packed]), string(body[packed:]))
		if err == errRequest {
			return err
		}
		head[4] = 0
		if err != nil {
			state, text, head[4] = "", failureText(err), 1
		}
		binary.LittleEndian.PutUint32(head[:], uint32(5+len(state)+len(text)))
		binary.LittleEndian.PutUint32(head[5:], uint32(len(state)))
		if _, err := io.WriteString(out, string(head[:])+state+text); err != nil {
			return err
		}
	}
}

// failureText returns a failure in JSON.
func failureText(err error) string {
	f := &engine.Failure{In: "the file", Why: err.Error()}
	errors.As(err, &f)
	text, _ := json.Marshal(failed{In: f.In, Line: f.Line, Why: f.Why, State: f.State, Trace: f.Trace})
	return string(text)
}

// serve answers a request.
func serve(rules engine.Engine, op byte, packed, text string) (state, answer string, err error) {
	options, rest, _ := strings.Cut(text, "\n")
	p := &engine.Position{Options: options, State: packed}
	if op == opAsk {
		answer, err = ask(rules, p, rest)
		return "", answer, err
	}
	return play(rules, op, p, strings.Split(rest, "\n"))
}

// ask answers a question about a position: what is asked, the seat, and what belongs to the question, in a line each.
func ask(rules engine.Engine, p *engine.Position, text string) (string, error) {
	parts := strings.SplitN(text, "\n", 3)
	if len(parts) != 3 {
		return "", errRequest
	}
	what, err := strconv.ParseUint(parts[0], 10, 8)
	seat, wrong := strconv.Atoi(parts[1])
	if err != nil || wrong != nil || engine.Question(what) > engine.Answer {
		return "", errRequest
	}
	return rules.Ask(p, engine.Question(what), seat, parts[2])
}

// play deals or steps: the place of the dice, the numbers given to them, the seats and the round, and the moves by seat, in a line each.
func play(rules engine.Engine, op byte, p *engine.Position, lines []string) (state, answer string, err error) {
	if len(lines) < 3 {
		return "", "", errRequest
	}
	place, err := strconv.ParseUint(lines[0], 10, 64)
	if _, wrong := fmt.Sscanf(lines[2], "%d %d", &p.Seats, &p.Round); err != nil || wrong != nil || p.Seats < 1 || p.Seats > game.MaxSeats {
		return "", "", errRequest
	}
	var given []int
	for _, word := range strings.Fields(lines[1]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return "", "", errRequest
		}
		given = append(given, n)
	}
	dice := game.NewDice(0, given)
	dice.Go(place)
	var next *engine.Position
	switch op {
	case opDeal:
		next, err = rules.Deal(p.Options, p.Seats, &dice)
	case opStep:
		var plays []engine.Play
		if plays, err = movesOf(p, lines[3:]); err == nil {
			next, err = rules.Step(p, plays, &dice)
		}
	default:
		err = errRequest
	}
	if err != nil {
		return "", "", err
	}
	return next.State, fmt.Sprintf("%d %d\n%s", len(given)-len(dice.Given()), dice.Place(), next.Text()), nil
}

// movesOf reads the moves of the seats that owe one.
func movesOf(p *engine.Position, lines []string) ([]engine.Play, error) {
	plays := make([]engine.Play, p.Seats)
	for _, line := range lines {
		number, move, _ := strings.Cut(line, "=")
		seat, err := strconv.Atoi(number)
		if err != nil || seat < 0 || seat >= p.Seats {
			return nil, errRequest
		}
		p.Owes.Add(game.Seat(seat))
		plays[seat].Move = engine.Unpack(move)
	}
	return plays, nil
}
