package program

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"agon/bot"
)

// pumped is the pipes of a process with goroutines that read them, for every system and for players that think concurrently.
type pumped struct {
	in, out, err *os.File
	came         chan piece
	rest         piece // received from came and not yet returned to the caller
	quit, freed  chan struct{}
	once         sync.Once
	pumps        sync.WaitGroup
	flight       atomic.Bool // output is being read, or is read and not yet in came

	mu      sync.Mutex
	queue   []byte // bytes to be written
	feeding bool
	written time.Time
}

// piece is a chunk with its bytes. An empty one is the end.
type piece struct {
	Chunk
	text []byte
}

// pieces is how many chunks are buffered before the program blocks.
const pieces = 16

func newPumped(p *bot.Process, log *bot.Log) *pumped {
	l := &pumped{in: p.In, out: p.Out, err: p.Err, came: make(chan piece, pieces), quit: make(chan struct{}), freed: make(chan struct{})}
	l.pumps.Add(2)
	go l.pump()
	go func() {
		defer l.pumps.Done()
		log.Drain(l.err)
	}()
	return l
}

// pump reads ahead and records when each chunk came.
func (l *pumped) pump() {
	defer l.pumps.Done()
	defer close(l.came)
	b := make([]byte, 32<<10)
	for {
		n, err := l.read(b)
		if n > 0 {
			next := piece{Chunk{n, time.Now(), l.unread()}, append([]byte(nil), b[:n]...)}
			select {
			case l.came <- next:
				l.flight.Store(false)
			case <-l.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (l *pumped) unread() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := unreadFile(l.in)
	if left < 0 {
		return left
	}
	return left + len(l.queue)
}

func (l *pumped) Write(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.feeding {
		b = b[tryWrite(l.in, b):]
		l.written = time.Now()
	}
	if len(b) == 0 {
		return
	}
	l.queue = append(l.queue, b...)
	if !l.feeding {
		l.feeding = true
		l.pumps.Add(1)
		go l.feed()
	}
}

// feed writes what did not fit into the pipe.
func (l *pumped) feed() {
	defer l.pumps.Done()
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) > 0 {
		part := l.queue[:min(len(l.queue), 16<<10)]
		l.mu.Unlock()
		_, err := l.in.Write(part)
		l.mu.Lock()
		l.queue = l.queue[len(part):]
		l.written = time.Now()
		if err != nil {
			l.queue = nil
		}
	}
	l.queue = nil
	l.feeding = false
}

func (l *pumped) Written() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written
}

// Listen does nothing: the reading goroutine records when data came.
func (l *pumped) Listen(bool) {}

func (l *pumped) Take(b []byte) (Chunk, error) {
	if len(l.rest.text) > 0 {
		return l.deal(b)
	}
	select {
	case l.rest = <-l.came:
		return l.deal(b)
	default:
		return Chunk{}, ErrNothing
	}
}

func (l *pumped) Wait(b []byte, until time.Time) (Chunk, error) {
	if c, err := l.Take(b); err != ErrNothing {
		return c, err
	}
	var late <-chan time.Time
	if !until.IsZero() {
		timer := time.NewTimer(time.Until(until))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case l.rest = <-l.came:
		return l.deal(b)
	case <-late:
		return l.Take(b) // what came in the same moment is in time
	}
}

// deal copies as much of a piece as fits into b.
func (l *pumped) deal(b []byte) (Chunk, error) {
	if len(l.rest.text) == 0 {
		return Chunk{}, io.EOF
	}
	c := l.rest.Chunk
	c.N = copy(b, l.rest.text)
	l.rest.text = l.rest.text[c.N:]
	return c, nil
}

func (l *pumped) close() {
	l.once.Do(func() {
		close(l.quit)
		l.in.Close()
		go l.free()
	})
}

// free lets the log receive the program's last error output, without waiting for other holders of its pipes.
func (l *pumped) free() {
	defer close(l.freed)
	ended := make(chan struct{})
	go func() {
		l.pumps.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(grace):
	}
	l.out.Close()
	l.err.Close()
	select {
	case <-ended:
	case <-time.After(grace): // on a system that cannot interrupt a reader, it ends with the pipe's holder
	}
}

func (l *pumped) gone() { <-l.freed }
