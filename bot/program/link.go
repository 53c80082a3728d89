package program

import (
	"errors"
	"time"

	"agon/bot"
)

// A Link carries bytes to a running program and back. It is not safe for concurrent use.
type Link interface {
	// Write sends b without blocking: what does not fit is sent later, or during Wait.
	Write(b []byte)
	// Written returns when the last byte was written, or the last one so far.
	Written() time.Time
	// Take returns available bytes. It fails with [ErrNothing] if there are none, and with io.EOF after the end of the output.
	Take(b []byte) (Chunk, error)
	// Listen is called before a prompt is written. watched says whether the time at which the answer becomes readable is needed.
	Listen(watched bool)
	// Wait returns available bytes, or those that arrive before until; then it fails with [ErrNothing]. The zero time means no limit.
	Wait(b []byte, until time.Time) (Chunk, error)
}

// ErrNothing says that there is no output to read.
var ErrNothing = errors.New("no output")

// A Chunk is a piece of a program's output.
type Chunk struct {
	N      int       // length in bytes
	At     time.Time // when it became readable
	Unread int       // bytes sent to the program that it had not read by then; -1 if unknown
}

// A Life is a running program.
type Life interface {
	Link
	// Settle is called after the end of the program's output. It gives the program a moment to exit, kills it if it does not, and returns
	// how it ended; own is false if it was killed.
	Settle() (exit bot.Exit, own bool)
	// Kill kills the program and everything it started, without waiting for their end. Its error output is in the log afterwards.
	Kill()
	// Gone waits until nothing is left of a program that was settled or killed.
	Gone()
	// CPU returns its processor time so far; after its end, all of it.
	CPU() time.Duration
}
