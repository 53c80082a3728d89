package console

import (
	"net"
	"sync"
	"time"
)

// A line is the connection of one player. A goroutine sends its messages, so that nobody waits for it; a line that cannot keep up is
// closed.
type line struct {
	conn net.Conn
	out  chan []byte
	done chan struct{} // closed when nothing is sent any more
	once sync.Once
}

const (
	waiting = 256              // largest number of unsent messages
	sending = 10 * time.Second // time limit for one message
)

func newLine(conn net.Conn) *line {
	l := &line{conn: conn, out: make(chan []byte, waiting), done: make(chan struct{})}
	go l.write()
	return l
}

// write sends until the line is closed or breaks; a broken line discards the rest.
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

// say queues a message. It must not be called concurrently, nor after hangUp.
func (l *line) say(m Message) {
	select {
	case l.out <- m.Append(nil):
	default:
		l.conn.Close()
	}
}

// hangUp closes the line after everything has been sent.
func (l *line) hangUp() { l.once.Do(func() { close(l.out) }) }
