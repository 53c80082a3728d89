//go:build !linux

package pyhost

import (
	"io"
	"os"
	"time"

	"agon/bot"
)

// pipes are the host's ends of a process's standard input and output. A goroutine reads, because not every system can wait for a pipe with
// a time limit.
type pipes struct {
	in   *os.File
	rest []byte
	came chan []byte
}

func newPipes(in, out *os.File) (*pipes, error) {
	p := &pipes{in: in, came: make(chan []byte, 16)}
	go p.pump(out)
	return p, nil
}

// close does nothing: Close of the process closes the pipes.
func (p *pipes) close() {}

// settleLog waits a moment until a bot's output of a game has reached its log.
func (h *host) settleLog(*bot.Log) { time.Sleep(time.Millisecond) }

func (p *pipes) pump(out *os.File) {
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

func (p *pipes) write(b []byte, limit time.Duration, stop <-chan struct{}) error {
	done := make(chan error, 1)
	go func() {
		_, err := p.in.Write(b)
		done <- err
	}()
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case err := <-done:
		return err
	case <-late:
	case <-stop:
	}
	return os.ErrDeadlineExceeded
}

func (p *pipes) read(b []byte, limit time.Duration) (int, error) {
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
