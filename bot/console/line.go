package console

import (
	"net"
	"sync"
	"time"
)

// A line is the connection of one player. Nobody waits for it: what is to be sent is sent by a goroutine of its own, and a line that
// does not take it is cut.
type line struct {
	conn net.Conn
	out  chan []byte
	done chan struct{} // closed when nothing is sent any more
	once sync.Once
}

const (
	waiting = 256              // messages that a line may be behind
	sending = 10 * time.Second // of one message
)

func newLine(conn net.Conn) *line {
	l := &line{conn: conn, out: make(chan []byte, waiting), done: make(chan struct{})}
	go l.write()
	return l
}

// write sends until the line is closed or breaks; a broken one takes the rest and throws it away.
func (l *line) write() {
	defer close(l.done)
	defer l.conn.Close()
	for text := range l.out {
		l.conn.SetWriteDeadline(time.Now().Add(sending))
		if _, err := l.conn.Write(text); err != nil {
			l.conn.Close()
		}
	}
}

// say sends a message. It is called by one goroutine at a time, and not after hangUp.
func (l *line) say(m Message) {
	select {
	case l.out <- m.Append(nil):
	default:
		l.conn.Close()
	}
}

// hangUp closes the line once all has been sent.
func (l *line) hangUp() { l.once.Do(func() { close(l.out) }) }
