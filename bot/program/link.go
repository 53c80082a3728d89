package program

import (
	"errors"
	"time"

	"agon/bot"
)

// A Link carries bytes to a living program and back. One goroutine uses it.
type Link interface {
	// Write hands bytes over and does not wait: what the program has no room for follows by itself, or while Wait waits.
	Write(b []byte)
	// Written is when the last byte was handed over, or the last one so far.
	Written() time.Time
	// Take reads what is there. It fails with [ErrNothing] where there is nothing, and with io.EOF after the end of the output.
	Take(b []byte) (Chunk, error)
	// Listen says, before a prompt is written, whether anybody wants to know when the answer can be read.
	Listen(watched bool)
	// Wait reads what is there, or what comes before a time, after which it fails with [ErrNothing]; the zero time is never.
	Wait(b []byte, until time.Time) (Chunk, error)
}

// ErrNothing is what reading fails with when the program has said nothing.
var ErrNothing = errors.New("it has said nothing")

// A Chunk is something that a program has said.
type Chunk struct {
	N      int       // bytes
	At     time.Time // when it could be read
	Unread int       // bytes of what was written to the program that it had not taken then; -1 where that is unknown
}

// A Life is a program that has been started and is spoken to.
type Life interface {
	Link
	// Settle is called once the program has ended its output. It gives the program a moment to end by itself, ends it where it does
	// not, and returns how it ended; own is false where it had to be ended.
	Settle() (exit bot.Exit, own bool)
	// Kill ends the program and everything it started, and does not wait for that. What it said to its log is in the log.
	Kill()
	// Gone waits until nothing of a program that was settled or killed is left.
	Gone()
	// CPU is its processor time so far; after its end, all of it.
	CPU() time.Duration
}
