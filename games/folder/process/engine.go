/*
Package process runs the rules of a game in processes of their own, in the sandbox of bots: no network, no files but the game's folder,
bounded memory and time.

	engine.go  asks the processes, each of which can go on with any position
	serve.go   answers in such a process, for an engine that runs there

A request and an answer are a frame each: its length in four bytes, the lowest first; an operation, or a status, which is 0 or reports a
failure; the size of the packed state in four bytes; the state, and a text. The text of a request has the options in its first line.
Those that may draw go on with the place of the dice, and the draws that are given, separated by blanks; the number of seats and the
round; and for a turn a line SEAT=MOVE for each seat that owes one. A question goes on with its number, the seat, and a text. The answer
to a question is a text. Those of the others begin with how many given draws were used, and the place of the dice if the process draws as
agon does; the rest is as [engine.Position.Read] says. A failure is in JSON.

A process that fails is ended, and the next call starts another one; since it keeps nothing of a game, no game is lost with it but the
one whose rules failed.
*/
package process

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/folder/child"
	"agon/games/folder/engine"
)

// Limits of a process.
const (
	longest = 8 << 20 // bytes of an answer
	garbage = 1 << 29 // bytes from which on a size is none: text reads as such a number
)

// Config describes which rules to run, and how.
type Config struct {
	Command  bot.Command              // of a process
	Ready    func(*bot.Command) error // completes the command before each start, or says why there is none; calls may be at once
	File     string                   // of the rules, as their author calls it
	Launcher func() bot.Launcher
	Call     time.Duration // of processor time for one call
	Calls    int           // after which a process is replaced; 0: it is not
	Draws    bool          // its dice are agon's own
}

// An Engine is an [engine.Engine] in processes.
type Engine struct {
	Config

	mu     sync.Mutex
	idle   []*process // the last used one last
	closed bool
}

// New returns an engine, which starts processes when it is asked.
func New(c Config) *Engine { return &Engine{Config: c} }

// A process runs rules.
type process struct {
	*child.Process
	where processors // on which it runs: those of the thread that has started it
	used  int
	frame []byte
}

func (e *Engine) start() (*process, error) {
	command := e.Command
	if err := e.Ready(&command); err != nil {
		return nil, err
	}
	p, err := child.Start(e.Launcher(), command)
	if err != nil {
		return nil, &bot.HostError{Err: fmt.Errorf("start the rules in %s: %w", e.File, err)}
	}
	return &process{Process: p, where: here()}, nil
}

// take returns a process that nobody uses, or a new one. A thread that is bound to a processor has processes there, since waking one
// elsewhere costs several times as much.
func (e *Engine) take() (*process, error) {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil, errors.New("the rules have been closed")
	}
	now := here()
	for i, p := range slices.Backward(e.idle) {
		if p.where == now || i == 0 && len(e.idle) == most() {
			e.idle = slices.Delete(e.idle, i, i+1)
			e.mu.Unlock()
			return p, nil
		}
	}
	e.mu.Unlock()
	return e.start()
}

// most returns how many processes wait for work.
func most() int { return 2 * runtime.NumCPU() }

// give takes a process back.
func (e *Engine) give(p *process) {
	e.mu.Lock()
	keep := !e.closed && (e.Calls == 0 || p.used < e.Calls) && len(e.idle) < most()
	if keep {
		e.idle = append(e.idle, p)
	}
	e.mu.Unlock()
	if !keep {
		p.End()
	}
}

// Close ends all processes.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	idle := e.idle
	e.idle = nil
	e.mu.Unlock()
	for _, p := range idle {
		p.End()
	}
	return nil
}

// Operations.
const (
	opDeal = 1
	opStep = 2
	opAsk  = 3
)

// header is the size of a frame's head in bytes: its length, an operation or a status, and the length of the packed state.
const header = 9

// failed is a failure as a process reports it.
type failed struct {
	In    string `json:"in"`
	Line  int    `json:"line"`
	Why   string `json:"why"`
	State string `json:"state"`
	Trace string `json:"trace"`
}

// call sends a request, and returns the packed state and the text of the answer. A process that somebody kills has done nothing wrong, and
// nothing is lost with it: another one is asked, once.
func (e *Engine) call(op byte, packed string, args []byte, in string) (state, text string, err error) {
	state, text, err = e.callOnce(op, packed, args, in)
	if child.WasKilled(err) {
		state, text, err = e.callOnce(op, packed, args, in)
	}
	return state, text, err
}

func (e *Engine) callOnce(op byte, packed string, args []byte, in string) (state, text string, err error) {
	p, err := e.take()
	if err != nil {
		return "", "", err
	}
	p.used++
	p.frame = binary.LittleEndian.AppendUint32(p.frame[:0], uint32(5+len(packed)+len(args)))
	p.frame = append(p.frame, op)
	p.frame = binary.LittleEndian.AppendUint32(p.frame, uint32(len(packed)))
	p.frame = append(append(p.frame, packed...), args...)
	status, state, text, err := p.exchange(e.Call)
	if err != nil {
		return "", "", e.broken(p, in, err)
	}
	e.give(p)
	if status == 0 {
		return state, text, nil
	}
	var f failed
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return "", "", e.failure(in, errWrote.Error())
	}
	return "", "", &engine.Failure{File: e.File, In: f.In, Line: f.Line, Why: f.Why, State: f.State, Trace: f.Trace}
}

func (e *Engine) failure(in, why string) error {
	return &engine.Failure{File: e.File, In: in, Why: why}
}

// errLong is an answer that is longer than any may be.
var errLong = fmt.Errorf("its answer is longer than %d MiB", longest>>20)

// errWrote is an answer that is none.
var errWrote = errors.New("it wrote to agon's own pipe")

// broken ends a process that gave no answer, and says why.
func (e *Engine) broken(p *process, in string, cause error) error {
	if errors.Is(cause, child.ErrSilent) {
		p.End()
		return e.failure(in, fmt.Sprintf("it has not returned after %v of processor time", e.Call))
	}
	if errors.Is(cause, errLong) || errors.Is(cause, errWrote) {
		p.End()
		return e.failure(in, cause.Error())
	}
	exit := p.Ended(time.Second)
	p.End()
	printed := strings.TrimSpace(p.Printed())
	if printed != "" {
		printed = "; it printed: " + printed
	}
	switch {
	case exit.Fault != "":
		return e.failure(in, exit.Fault+printed)
	case exit.Signal == syscall.SIGKILL:
		return child.ByKill(e.failure(in,
			fmt.Sprintf("its process was killed twice: it may have %d MiB of memory%s", e.Command.Limits.Memory>>20, printed)))
	case exit.Signal != 0:
		return e.failure(in, fmt.Sprintf("its process ended by signal: %s%s", exit.Signal, printed))
	}
	return e.failure(in, fmt.Sprintf("its process ended with code %d%s", exit.Code, printed))
}

// exchange sends the frame and reads the answer.
func (p *process) exchange(limit time.Duration) (status byte, state, text string, err error) {
	over := p.Limit(limit)
	if err := p.Say(p.frame, over); err != nil {
		return 0, "", "", err
	}
	p.frame = p.frame[:0]
	for want := header; len(p.frame) < want; {
		if p.frame, err = p.Hear(p.frame, over); err != nil {
			return 0, "", "", err
		}
		if len(p.frame) >= header && want == header {
			size := int(binary.LittleEndian.Uint32(p.frame))
			if size < 5 || size > garbage {
				return 0, "", "", errWrote
			}
			if size > longest {
				return 0, "", "", errLong
			}
			want = 4 + size
		}
	}
	packed := int(binary.LittleEndian.Uint32(p.frame[5:]))
	if packed > len(p.frame)-header {
		return 0, "", "", io.ErrUnexpectedEOF
	}
	return p.frame[4], string(p.frame[header : header+packed]), string(p.frame[header+packed:]), nil
}

// Deal begins a game.
func (e *Engine) Deal(options string, seats int, d *game.Dice) (*engine.Position, error) {
	args := e.begin(options, d, seats, 0)
	state, text, err := e.call(opDeal, "", args, "deal")
	if err != nil {
		return nil, err
	}
	return e.position(&engine.Position{Options: options, State: state, Seats: seats, Round: -1}, text, d)
}

// begin returns the first lines of a request that may draw: the options, the place or a seed of the dice, the given draws, and the seats
// and the round.
func (e *Engine) begin(options string, d *game.Dice, seats, round int) []byte {
	args := append(make([]byte, 0, len(options)+64), options...)
	place := d.Place()
	if !e.Draws {
		place = d.Uint64()
	}
	args = strconv.AppendUint(append(args, '\n'), place, 10)
	args = append(args, '\n')
	for _, n := range d.Given() {
		args = append(strconv.AppendInt(args, int64(n), 10), ' ')
	}
	args = strconv.AppendInt(append(args, '\n'), int64(seats), 10)
	return strconv.AppendInt(append(args, ' '), int64(round), 10)
}

// Step plays a turn.
func (e *Engine) Step(p *engine.Position, plays []engine.Play, d *game.Dice) (*engine.Position, error) {
	args := e.begin(p.Options, d, p.Seats, p.Round)
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		args = strconv.AppendInt(append(args, '\n'), int64(seat), 10)
		args = append(append(args, '='), engine.Pack(plays[seat].Move)...)
	}
	state, text, err := e.call(opStep, p.State, args, "step")
	if err != nil {
		return nil, err
	}
	return e.position(&engine.Position{Options: p.Options, State: state, Seats: p.Seats, Round: p.Round}, text, d)
}

// position parses a process's description of a position.
func (e *Engine) position(p *engine.Position, text string, d *game.Dice) (*engine.Position, error) {
	drawn, rest, _ := strings.Cut(text, "\n")
	drawn, place, _ := strings.Cut(drawn, " ")
	n, err := strconv.Atoi(drawn)
	if err == nil {
		err = p.Read(rest, p.Round+1)
	}
	if err == nil && e.Draws {
		var at uint64
		if at, err = strconv.ParseUint(place, 10, 64); err == nil {
			d.Go(at)
		}
	}
	if err != nil {
		return nil, e.failure("step", errWrote.Error())
	}
	d.Skip(n)
	return p, nil
}

// Ask asks about a position.
func (e *Engine) Ask(p *engine.Position, what engine.Question, seat int, text string) (string, error) {
	args := fmt.Appendf(make([]byte, 0, 256), "%s\n%d\n%d\n%s", p.Options, what, seat, text)
	_, answer, err := e.call(opAsk, p.State, args, what.String())
	return answer, err
}
