package edit

import (
	"bytes"
	"fmt"
	"sync"
)

// keptEnd is how much is kept of the beginning and of the end of what an agent prints, in bytes.
const keptEnd = 4 << 20

// A transcript keeps the beginning and the end of a text. It is safe for concurrent use.
type transcript struct {
	size int // of each, in bytes
	hold int // bytes beside the gap that are kept to see secrets which it cuts

	mu         sync.Mutex
	head, tail []byte
	total      int64
}

// add adds text and returns how much there was in all.
func (t *transcript) add(p []byte) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(len(p))
	room := min(t.size+t.hold-len(t.head), len(p))
	t.head = append(t.head, p[:room]...)
	t.tail = append(t.tail, p[room:]...)
	if most := t.size + t.hold; len(t.tail) > 2*most {
		t.tail = append(t.tail[:0], t.tail[len(t.tail)-most:]...)
	}
	return t.total
}

// text returns what is kept, without secrets.
func (t *transcript) text(s Secrets) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.total == int64(len(t.head)+len(t.tail)) {
		return s.Blank(append(t.head, t.tail...))
	}
	var b bytes.Buffer
	b.Write(s.blank(t.head, 0, t.size))
	tail := t.tail[max(0, len(t.tail)-t.size-t.hold):]
	fmt.Fprintf(&b, "\n… %d bytes are left out here …\n", t.total-int64(t.size+len(tail)-t.hold))
	b.Write(s.blank(tail, t.hold, len(tail)))
	return b.Bytes()
}
