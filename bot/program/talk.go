package program

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"agon/bot"
)

// A talk is the exchange of lines with one program.
type talk struct {
	life *living
	log  *bot.Log
	caps Caps
	stop <-chan struct{}

	output []byte // received; bytes before at have been taken
	at     int
	room   []byte // read buffer
	came   time.Time
	early  int // length of the output written before the program read the last prompt
	asked  time.Time
	prompt int // bytes of the last prompt
	move   int // bytes received for this move
	game   int // bytes received in this game
	last   remark

	answered bool // it has answered a prompt
	closely  int  // number of prompts for which all its tasks are looked at
	idlers   int  // times in a row that one that may write something was waited for, and wrote nothing
	vain     int  // times in a row that it did not wait for input before it was asked
	blind    bool // nobody sees when it waits for input
	warned   bool // so its log says
}

// roomFor is how much is read at once.
const roomFor = 8 << 10

func newTalk(life *living, log *bot.Log, caps Caps, stop <-chan struct{}) *talk {
	return &talk{life: life, log: log, caps: caps, stop: stop, room: make([]byte, roomFor), closely: closeLooks}
}

// A remark is what the log of a game says of output that is no answer.
type remark int

const (
	notNoted remark = iota
	notedBefore
	notedBehind
)

// A line is a line of a program's output.
type line struct {
	text  []byte // valid until the next call
	at    time.Time
	stale int  // bytes of it that were written before the program read the last prompt
	early bool // so was its end
}

// tooMuch reports that a program exceeds an output limit, with figures.
type tooMuch string

func (t tooMuch) Error() string { return string(t) }

// begin begins a game, in which nothing has been received yet.
func (t *talk) begin() { t.game, t.move, t.last = 0, 0, notNoted }

// say writes a prompt.
func (t *talk) say(prompt []byte) {
	t.prompt, t.asked = len(prompt), time.Now()
	t.life.Write(prompt)
}

// ready returns the next line that is already there.
func (t *talk) ready() (line, error) { return t.next(t.life.Take) }

// await waits for the next line until a time.
func (t *talk) await(until time.Time) (line, error) {
	return t.next(func(b []byte) (Chunk, error) { return t.wait(b, until) })
}

// lookEvery is how often a waiting talk checks whether to stop.
const lookEvery = 50 * time.Millisecond

// wait waits for a chunk until a time, or until it must stop.
func (t *talk) wait(b []byte, until time.Time) (Chunk, error) {
	for look := t.asked.Add(lookEvery); until.IsZero() || look.Before(until); look = time.Now().Add(lookEvery) {
		c, err := t.life.Wait(b, look)
		if err != ErrNothing || isClosed(t.stop) {
			return c, err
		}
	}
	return t.life.Wait(b, until)
}

func (t *talk) next(read func([]byte) (Chunk, error)) (line, error) {
	for from := 0; ; {
		rest := t.unfinished()
		if end := bytes.IndexByte(rest[from:], '\n'); end >= 0 {
			return t.cut(from + end), nil
		}
		if len(rest) > t.caps.Line {
			return line{}, tooMuch(fmt.Sprintf("it wrote %d bytes without a line end; a line has at most %d", len(rest), t.caps.Line))
		}
		from = len(rest)
		c, err := read(t.room)
		if err != nil {
			return line{}, err
		}
		if err := t.appendChunk(c); err != nil {
			return line{}, err
		}
	}
}

// appendChunk appends a chunk to the received bytes.
func (t *talk) appendChunk(c Chunk) error {
	t.output = append(t.output[:copy(t.output, t.unfinished())], t.room[:c.N]...)
	t.at = 0
	t.came = c.At
	if t.prompt > 0 && (c.Unread >= t.prompt || c.At.Before(t.asked)) {
		t.early = len(t.output)
	}
	t.move += c.N
	t.game += c.N
	switch {
	case t.move > t.caps.Move:
		return tooMuch(fmt.Sprintf("it wrote %d bytes for one move; the limit is %d", t.move, t.caps.Move))
	case t.game > t.caps.Game:
		return tooMuch(fmt.Sprintf("it wrote %d bytes in one game; the limit is %d", t.game, t.caps.Game))
	}
	return nil
}

func (t *talk) cut(end int) line {
	l := line{text: t.unfinished()[:end], at: t.came, stale: min(t.early, end), early: end < t.early}
	t.at += end + 1
	t.early = max(0, t.early-end-1)
	return l
}

// unfinished returns received bytes that have not been taken; if there is no whole line, the beginning of one.
func (t *talk) unfinished() []byte { return t.output[t.at:] }

// forget drops the beginning of a line.
func (t *talk) forget() {
	t.drop(t.unfinished())
	t.output, t.at, t.early = t.output[:0], 0, 0
}

// drop logs output that is no answer.
func (t *talk) drop(text []byte) {
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	t.closely = closeLooks
	switch {
	case t.answered && t.last != notedBehind:
		t.last = notedBehind
		t.log.Printf("ignored output: it wrote %.200q behind its answer, and only the first line after a prompt is an answer; "+
			"print notes to standard error", text)
	case !t.answered && t.last == notNoted:
		t.last = notedBefore
		t.log.Printf("ignored output: it wrote %.200q before it read its first prompt; print notes to standard error", text)
	}
	t.log.Write(append(text[:len(text):len(text)], '\n'))
	if (t.blind || t.loose()) && !t.warned {
		t.warned = true
		t.log.Printf("the host cannot see when it waits for its input, so a line behind an answer may be taken as the next answer")
	}
}

// leave logs all remaining output at the end of a game.
func (t *talk) leave() {
	t.move = 0
	for {
		l, err := t.ready()
		if err == nil {
			t.drop(l.text)
			continue
		}
		if much := tooMuch(""); errors.As(err, &much) {
			t.log.Printf("%v", err)
		}
		t.forget()
		return
	}
}
