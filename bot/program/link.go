package program

import (
	"errors"
	"time"
)

// A link carries bytes to a running program and back through its pipes. It is not safe for concurrent use.
type link interface {
	// Write sends b without blocking: what does not fit is sent later, or during Wait.
	Write(b []byte)
	// Written returns when the last byte was written, or the last one so far.
	Written() time.Time
	// Take returns available bytes. It fails with [ErrNothing] if there are none, and with io.EOF after the end of the output.
	Take(b []byte) (Chunk, error)
	// Listen is called before a prompt is written. watched reports whether the time at which the answer becomes readable is needed.
	Listen(watched bool)
	// Wait returns available bytes, or those that arrive before until; then it fails with [ErrNothing]. The zero time means no limit.
	Wait(b []byte, until time.Time) (Chunk, error)
	// drained reports whether all of the last prompt is in the pipe, and the next Take returns all that the program has written.
	drained() bool
	// close releases the pipes without blocking; gone waits until they are released.
	close()
	gone()
}

// ErrNothing reports that there is no output to read.
var ErrNothing = errors.New("no output")

// A Chunk is a piece of a program's output.
type Chunk struct {
	N      int       // length in bytes
	At     time.Time // when it became readable
	Unread int       // bytes sent to the program that it had not read by then; -1 if unknown
}
