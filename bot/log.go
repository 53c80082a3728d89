package bot

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
)

// A Log keeps what a bot printed and what went wrong with it, for its author. It keeps the beginning and the end, and counts and drops what
// exceeds its size between them. Notes by agon have space of their own, which no bot can fill. It is safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	size    int
	head    []byte
	tail    []byte // a ring buffer once it is full
	at      int
	dropped int64
	total   int64
	own     []byte // notes by agon that came after head was full
	midway  bool   // the last line written has no newline yet
	heard   []byte // what a bot wrote since Hear was called, up to hearSize
	hears   bool
	turn    int    // the last turn set by At, -1 before the first
	headed  int    // the turn of the last heading written, -1 if a heading is due
	since   int    // bytes since that heading
	lanes   []*Log // the logs of games that are played at once
	parent  *Log   // of a lane's log
}

// hearSize is the number of bytes that Heard returns at most.
const hearSize = 4 << 10

// Hear starts recording, beside the log, everything written from now on except notes by agon.
func (l *Log) Hear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard, l.hears = nil, true
}

// Heard returns the first hearSize bytes written since Hear.
func (l *Log) Heard() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.heard)
}

// ownSize bounds the notes by agon, in bytes.
const ownSize = 32 << 10

// NewLog returns a log that keeps about size bytes; 0 means 64 KiB.
func NewLog(size int) *Log {
	if size == 0 {
		size = 64 << 10
	}
	return &Log{size: size / 2, turn: -1, headed: -1}
}

// Write adds p to the log. It never fails.
func (l *Log) Write(p []byte) (int, error) {
	l.parent.listen(p)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hears {
		l.heard = append(l.heard, p[:min(len(p), hearSize-len(l.heard))]...)
	}
	if l.turn < 0 {
		l.write(p)
	} else {
		l.writeTurn(p)
	}
	return len(p), nil
}

// write is Write for callers that hold the lock.
func (l *Log) write(p []byte) {
	n := len(p)
	if n > 0 {
		l.midway = p[n-1] != '\n'
	}
	l.total += int64(n)
	if room := l.size - len(l.head); room > 0 {
		take := min(room, len(p))
		l.head = append(l.head, p[:take]...)
		p = p[take:]
	}
	for len(p) > 0 {
		if len(l.tail) < l.size {
			take := min(l.size-len(l.tail), len(p))
			l.tail = append(l.tail, p[:take]...)
			p = p[take:]
			continue
		}
		take := copy(l.tail[l.at:], p)
		l.at = (l.at + take) % l.size
		l.dropped += int64(take)
		p = p[take:]
	}
}

// Printf adds a note by agon, marked as such, on a line of its own even after an unfinished line of the bot.
func (l *Log) Printf(format string, args ...any) {
	line := fmt.Appendf(nil, "agon: "+format+"\n", args...)
	l.parent.count(len(line))
	l.mu.Lock()
	l.headed = -1
	full := len(l.head)+len(line) >= l.size
	if !full && l.midway {
		line = append([]byte{'\n'}, line...)
	}
	if full && len(l.own)+len(line) <= ownSize {
		l.own = append(l.own, line...)
		l.total += int64(len(line))
	}
	if !full {
		l.write(line)
	}
	l.mu.Unlock()
}

// Total returns the number of bytes written, kept or not.
func (l *Log) Total() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// Take empties the log and returns its text.
func (l *Log) Take() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.text()
	l.head, l.tail, l.own, l.at, l.dropped = nil, nil, nil, 0, 0
	l.headed, l.midway = -1, false
	return text
}

// Peek returns the text of the log and leaves it there.
func (l *Log) Peek() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	dropped := l.dropped
	text := l.text()
	l.dropped = dropped
	return text
}

// text returns the text of the log. The caller holds the lock.
func (l *Log) text() []byte {
	tail := l.whole(slices.Concat(l.tail[l.at:], l.tail[:l.at]))
	var b bytes.Buffer
	b.Write(l.head)
	if l.dropped > 0 {
		fmt.Fprintf(&b, "\nagon: … %d bytes are left out here …\n", l.dropped)
	}
	b.Write(tail)
	if len(l.own) > 0 {
		if n := b.Len(); n > 0 && b.Bytes()[n-1] != '\n' {
			b.WriteByte('\n')
		}
		b.WriteString("agon: what was noted since its log began to overflow:\n")
		b.Write(l.own)
	}
	return b.Bytes()
}

// drain reads a pipe to its end into a log.
func (l *Log) Drain(r io.Reader) { io.Copy(l, r) }
