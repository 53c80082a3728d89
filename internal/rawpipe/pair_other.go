//go:build !linux

// Package rawpipe reads and writes the pipes of processes. Elsewhere than on Linux these are ordinary files.
package rawpipe

import (
	"io"
	"os"
	"time"
)

// slice is how often a wait asks whether it is over.
const slice = 20 * time.Millisecond

// A Pair is this side's ends of a process's standard input and output. A goroutine reads, because not every system can wait for a pipe with
// a time limit.
type Pair struct {
	in   *os.File
	rest []byte
	came chan []byte
}

// NewPair takes the two pipes of a process, the one that it reads and the one that it writes.
func NewPair(in, out *os.File, _ int) (*Pair, error) {
	p := &Pair{in: in, came: make(chan []byte, 16)}
	go p.pump(out)
	return p, nil
}

// Close does nothing: Close of the process closes the pipes.
func (p *Pair) Close() {}

func (p *Pair) pump(out *os.File) {
	defer close(p.came)
	for {
		b := make([]byte, 1<<16)
		n, err := out.Read(b)
		if n > 0 {
			p.came <- b[:n]
		}
		if err != nil {
			return
		}
	}
}

// Write writes all of b. While it waits, over is called with the time, and ends the wait with [os.ErrDeadlineExceeded].
func (p *Pair) Write(b []byte, over func(waited time.Duration) bool) error {
	done := make(chan error, 1)
	go func() {
		_, err := p.in.Write(b)
		done <- err
	}()
	for waited := slice; ; waited += slice {
		select {
		case err := <-done:
			return err
		case <-time.After(slice):
			if over(waited) {
				return os.ErrDeadlineExceeded
			}
		}
	}
}

// Read reads available bytes, waiting at most limit; after that it returns 0 and no error. Without a limit it waits until there are some.
func (p *Pair) Read(b []byte, limit time.Duration) (int, error) {
	if len(p.rest) == 0 {
		var late <-chan time.Time
		if limit > 0 {
			late = time.After(limit)
		}
		select {
		case more, ok := <-p.came:
			if !ok {
				return 0, io.EOF
			}
			p.rest = more
		case <-late:
			return 0, nil
		}
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
