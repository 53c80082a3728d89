package reach

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds bound what servers send, and the time that they take.
type Bounds struct {
	Bytes int64         // bytes that servers may send in all
	Idle  time.Duration // without a byte, after which a server is given up; 0: a minute, or 30 s before an answer begins
	Time  time.Duration // of everything, from the first connection on; 0: 10 min

	read  atomic.Int64
	once  sync.Once
	until time.Time
}

// Usual bounds of times.
const (
	usualIdle  = time.Minute
	usualTime  = 10 * time.Minute
	dialTime   = 15 * time.Second
	headerTime = 30 * time.Second
	mostHeader = 64 << 10 // bytes
)

// ErrMost reports that servers have sent as much as they may.
var ErrMost = errors.New("sent more")

func (b *Bounds) idle() time.Duration { return cmp.Or(b.Idle, usualIdle) }

// head returns how long the beginning of an answer may take.
func (b *Bounds) head() time.Duration { return cmp.Or(b.Idle, headerTime) }

// end returns when everything ends.
func (b *Bounds) end() time.Time {
	b.once.Do(func() { b.until = time.Now().Add(cmp.Or(b.Time, usualTime)) })
	return b.until
}

// next returns when a read that begins now is given up.
func (b *Bounds) next() time.Time {
	if end, idle := b.end(), time.Now().Add(b.idle()); idle.Before(end) {
		return idle
	}
	return b.end()
}

// count counts bytes that a server has sent.
func (b *Bounds) count(n int) error {
	if b.read.Add(int64(n)) > b.Bytes {
		return fmt.Errorf("%w than the %d MiB that are fetched at most", ErrMost, b.Bytes>>20)
	}
	return nil
}

// late explains an error of a connection that was given up.
func (b *Bounds) late(err error) error {
	switch {
	case !errors.Is(err, os.ErrDeadlineExceeded):
		return err
	case time.Now().Before(b.end()):
		return fmt.Errorf("nothing came for %v: %w", b.idle(), err)
	}
	return fmt.Errorf("it takes more than %v: %w", cmp.Or(b.Time, usualTime), err)
}

// A timed connection gives its server up in time.
type timed struct {
	net.Conn
	by *Bounds
}

func (t timed) Read(p []byte) (int, error) {
	if err := t.SetReadDeadline(t.by.next()); err != nil {
		return 0, err
	}
	n, err := t.Conn.Read(p)
	return n, t.by.late(err)
}

func (t timed) Write(p []byte) (int, error) {
	if err := t.SetWriteDeadline(t.by.next()); err != nil {
		return 0, err
	}
	n, err := t.Conn.Write(p)
	return n, t.by.late(err)
}
