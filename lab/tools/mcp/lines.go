package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// mostLine bounds a message, in bytes. A longer one ends the session.
const mostLine = 4 << 20

// lines are the input and output of a session, of which the SDK sees messages alone: a line that is none is answered here, and the end of
// the input comes when all requests are answered.
type lines struct {
	in   *bufio.Scanner
	out  io.Writer
	rest []byte // of a line that is read in parts

	mu      sync.Mutex
	changed sync.Cond
	waiting map[any]bool // IDs of requests without an answer
	closed  bool
}

func newLines(in io.Reader, out io.Writer) *lines {
	l := &lines{in: bufio.NewScanner(in), out: out, waiting: map[any]bool{}}
	l.in.Buffer(nil, mostLine)
	l.changed.L = &l.mu
	return l
}

// Read reads from the next lines that are messages.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		if !l.in.Scan() {
			return 0, l.end()
		}
		if err := l.take(bytes.TrimSpace(l.in.Bytes())); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// take takes a line, and answers it if it is no message.
func (l *lines) take(line []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, err := jsonrpc.DecodeMessage(line)
	switch r, ok := m.(*jsonrpc.Request); {
	case len(line) == 0:
		return nil
	case err != nil:
		code := jsonrpc.CodeInvalidRequest
		if !json.Valid(line) {
			code, err = jsonrpc.CodeParseError, errors.New("the line is not JSON")
		}
		return json.NewEncoder(l.out).Encode(map[string]any{"jsonrpc": "2.0", "id": nil,
			"error": map[string]any{"code": code, "message": err.Error()}})
	case ok && r.IsCall():
		l.waiting[r.ID.Raw()] = true
	case ok && r.Method == "notifications/cancelled":
		var canceled struct{ RequestID any }
		json.Unmarshal(r.Params, &canceled)
		if id, err := jsonrpc.MakeID(canceled.RequestID); err == nil {
			delete(l.waiting, id.Raw())
		}
	}
	l.rest = append(append(l.rest, line...), '\n')
	return nil
}

// end waits until all requests are answered.
func (l *lines) end() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) > 0 && !l.closed {
		l.changed.Wait()
	}
	if err := l.in.Err(); err != nil {
		return err
	}
	return io.EOF
}

// Write writes a message, which the SDK writes at once.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m, err := jsonrpc.DecodeMessage(p); err == nil {
		if r, ok := m.(*jsonrpc.Response); ok {
			delete(l.waiting, r.ID.Raw())
			l.changed.Broadcast()
		}
	}
	return l.out.Write(p)
}

// Close ends the wait for answers.
func (l *lines) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
	return nil
}
