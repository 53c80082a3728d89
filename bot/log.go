package bot

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
)

// A Log keeps what a bot printed and what went wrong with it, for its author. What is beyond its size is counted and dropped, the
// beginning and the end are kept. The host's own words have a room of their own, which no bot can fill. Any number of goroutines may
// write.
type Log struct {
	mu      sync.Mutex
	size    int
	head    []byte
	tail    []byte // a ring once it is full
	at      int
	dropped int64
	total   int64
	own     []byte // the host's words that came after the beginning was full
	midway  bool   // the last line that was written has no end yet
	heard   []byte // what a bot wrote since Hear was called, up to hearSize
	hears   bool
	turn    int    // that At named last, -1 before
	headed  int    // the turn whose heading was written last, -1 where one is due
	since   int    // bytes since that heading
	lanes   []*Log // the logs of games that are played at once
	parent  *Log   // of a lane's log
}

// hearSize is how much of a move's output is heard.
const hearSize = 4 << 10

// Hear begins to keep what is written from now on, but for the host's own words, beside the log.
func (l *Log) Hear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard, l.hears = nil, true
}

// Heard is what was written since Hear, the beginning.
func (l *Log) Heard() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.heard)
}

// ownSize bounds the host's own words.
const ownSize = 32 << 10

// NewLog makes a log of about so many bytes; 0 means 64 KiB.
func NewLog(size int) *Log {
	if size == 0 {
		size = 64 << 10
	}
	return &Log{size: size / 2, turn: -1, headed: -1}
}

// Write adds to the log and never fails.
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

// write is Write for who holds the lock.
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

// Printf adds a line of the host's own words, marked as such. It begins a line, whatever a bot has left without an end.
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

// Total is how many bytes were written, kept or not.
func (l *Log) Total() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// Take empties the log and gives what was in it.
func (l *Log) Take() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.text()
	l.head, l.tail, l.own, l.at, l.dropped = nil, nil, nil, 0, 0
	l.headed, l.midway = -1, false
	return text
}

// Peek gives what is in the log, and leaves it there.
func (l *Log) Peek() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	dropped := l.dropped
	text := l.text()
	l.dropped = dropped
	return text
}

// text is what is in the log, for who holds the lock.
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
