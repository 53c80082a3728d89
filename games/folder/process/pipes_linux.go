package process

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"agon/internal/rawpipe"
)

// processors are those on which a thread may run.
type processors = unix.CPUSet

// here returns those of this thread.
func here() (set processors) {
	unix.SchedGetaffinity(0, &set)
	return set
}

// pipes are this side's ends of a process's standard input and output, accessed without the scheduler: rules are called by the threads that ask bots.
type pipes struct{ to, from int }

func newPipes(in, out *os.File) (*pipes, error) {
	to, from, err := rawpipe.TakeBoth(in, out)
	if err != nil {
		return nil, err
	}
	return &pipes{to, from}, nil
}

func (p *pipes) close() {
	unix.Close(p.to)
	unix.Close(p.from)
}

// slice is how often the wait asks whether it is over.
const slice = 20 * time.Millisecond

// ready waits for a descriptor.
func ready(fd int, events int16, over func() bool) error {
	set := []unix.PollFd{{Fd: int32(fd), Events: events}}
	for {
		n, err := rawpipe.Poll(set, slice)
		switch {
		case err != nil && err != unix.EINTR:
			return err
		case n > 0:
			return nil
		case over():
			return errSilent
		}
	}
}

// write writes all of b.
func (p *pipes) write(b []byte, over func() bool) error {
	for len(b) > 0 {
		n, err := rawpipe.Write(p.to, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == unix.EAGAIN:
			if err := ready(p.to, unix.POLLOUT, over); err != nil {
				return err
			}
		case err != unix.EINTR:
			return err
		}
	}
	return nil
}

// read appends what can be read to b, one byte at least.
func (p *pipes) read(b []byte, over func() bool) ([]byte, error) {
	if cap(b)-len(b) < 1<<12 {
		b = append(b, make([]byte, 1<<14)...)[:len(b)]
	}
	for {
		if err := ready(p.from, unix.POLLIN, over); err != nil {
			return b, err
		}
		n, err := rawpipe.Read(p.from, b[len(b):cap(b)])
		switch {
		case n > 0:
			return b[:len(b)+n], nil
		case n == 0:
			return b, io.EOF
		case err != unix.EINTR && err != unix.EAGAIN:
			return b, err
		}
	}
}
