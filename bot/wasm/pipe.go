package wasm

import (
	"io"
	"sync"
	"time"

	"agon/bot/program"
)

// streams are the standard input and output of an instance, in memory.
type streams struct {
	mu      sync.Mutex
	change  sync.Cond     // for the module
	said    chan struct{} // holds one when there may be something to read
	input   []byte        // not taken by the module yet
	output  []piece       // from first on not read by the player yet
	first   int
	pending int  // bytes of output
	closed  bool // by the host
	ended   bool // the module has ended
	written time.Time
	idle    time.Duration // that the module waited for input
}

// piece is what the module said at once.
type piece struct {
	program.Chunk
	text []byte
}

// room is how much output waits for the player before the module has to.
const room = 64 << 10

func newStreams() *streams {
	s := &streams{said: make(chan struct{}, 1)}
	s.change.L = &s.mu
	return s
}

// Read gives the module its input, and waits for some.
func (s *streams) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	begin := time.Now()
	for len(s.input) == 0 && !s.closed {
		s.change.Wait()
	}
	s.idle += time.Since(begin)
	if s.closed {
		return 0, io.EOF
	}
	n := copy(b, s.input)
	s.input = s.input[:copy(s.input, s.input[n:])]
	return n, nil
}

// output is the writer that the module has for its standard output.
type output struct{ *streams }

// Write takes what the module says, and waits while the player has not read what it said before.
func (o output) Write(b []byte) (int, error) {
	s := o.streams
	s.mu.Lock()
	defer s.mu.Unlock()
	done := 0
	for done < len(b) {
		for s.pending >= room && !s.closed {
			s.change.Wait()
		}
		if s.closed {
			return done, io.ErrClosedPipe
		}
		if s.first > room {
			s.output, s.first = s.output[:copy(s.output, s.output[s.first:])], 0
		}
		n := min(len(b)-done, room-s.pending)
		s.output = append(s.output, piece{program.Chunk{At: time.Now(), Unread: len(s.input)}, append([]byte(nil), b[done:done+n]...)})
		s.pending += n
		done += n
		s.tell()
	}
	return done, nil
}

// tell wakes the player.
func (s *streams) tell() {
	select {
	case s.said <- struct{}{}:
	default:
	}
}

// end is called when the module has ended.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.tell()
}

// close lets nobody wait any more.
func (s *streams) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.change.Broadcast()
}

// write gives the module input.
func (s *streams) write(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.input = append(s.input, b...)
	s.written = time.Now()
	s.change.Broadcast()
}

// take reads output that is there.
func (s *streams) take(b []byte) (program.Chunk, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first == len(s.output) {
		if s.ended {
			return program.Chunk{}, io.EOF
		}
		return program.Chunk{}, program.ErrNothing
	}
	next := &s.output[s.first]
	c := next.Chunk
	c.N = copy(b, next.text)
	next.text = next.text[c.N:]
	if len(next.text) == 0 {
		s.first++
	}
	s.pending -= c.N
	if s.pending == 0 {
		s.output, s.first = s.output[:0], 0
	}
	s.change.Broadcast()
	return c, nil
}
