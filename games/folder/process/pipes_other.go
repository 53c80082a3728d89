//go:build !linux

package process

import (
	"io"
	"os"
	"time"
)

// processors are those on which a thread may run.
type processors struct{}

// here returns those of this thread.
func here() processors { return processors{} }

// pipes are this side's ends of a process's standard input and output. A goroutine reads, because not every system can wait for a pipe with a time limit.
type pipes struct {
	in   *os.File
	came chan []byte
}

func newPipes(in, out *os.File) (*pipes, error) {
	p := &pipes{in: in, came: make(chan []byte, 16)}
	go func() {
		defer close(p.came)
		for {
			b := make([]byte, 1<<14)
			n, err := out.Read(b)
			if n > 0 {
				p.came <- b[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return p, nil
}

// close does nothing: Close of the process closes the pipes.
func (p *pipes) close() {}

// slice is how often the wait asks whether it is over.
const slice = 20 * time.Millisecond

// write writes all of b.
func (p *pipes) write(b []byte, _ func() bool) error {
	_, err := p.in.Write(b)
	return err
}

// read appends what can be read to b, one byte at least.
func (p *pipes) read(b []byte, over func() bool) ([]byte, error) {
	for {
		select {
		case part, ok := <-p.came:
			if !ok {
				return b, io.EOF
			}
			return append(b, part...), nil
		case <-time.After(slice):
			if over() {
				return b, errSilent
			}
		}
	}
}
