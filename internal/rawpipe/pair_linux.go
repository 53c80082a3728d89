package rawpipe

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// slice is how often a wait asks whether it is over.
const slice = 20 * time.Millisecond

// A Pair is this side's ends of a process's standard input and output. The threads that ask processes are bound to their cores, and going
// through the runtime's poller or scheduler would wake another thread for every answer.
type Pair struct {
	to, from int
	set      [1]unix.PollFd
}

// NewPair takes the two pipes of a process, the one that it reads and the one that it writes. size is the requested size of the first, in
// which a frame fits without blocking; 0: the system's.
func NewPair(in, out *os.File, size int) (*Pair, error) {
	to, from, err := TakeBoth(in, out)
	if err != nil {
		return nil, err
	}
	if size > 0 {
		unix.FcntlInt(uintptr(to), unix.F_SETPIPE_SZ, size)
	}
	return &Pair{to: to, from: from}, nil
}

// NewSocket returns a pair whose ends are both a socket that does not block. Close must not be called.
func NewSocket(fd int) *Pair { return &Pair{to: fd, from: fd} }

// Output returns the descriptor from which Read reads, for those who wait for more than that.
func (p *Pair) Output() int { return p.from }

// Close closes the descriptors. It may be called again.
func (p *Pair) Close() {
	for _, fd := range []*int{&p.to, &p.from} {
		if *fd >= 0 {
			unix.Close(*fd)
		}
		*fd = -1
	}
}

// Write writes all of b. After each wait for a process that does not read, over is called with the time without a read, and ends the wait
// with [os.ErrDeadlineExceeded].
func (p *Pair) Write(b []byte, over func(waited time.Duration) bool) error {
	var waited time.Duration
	for len(b) > 0 {
		n, err := Write(p.to, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == unix.EAGAIN:
			ready, err := p.poll(p.to, unix.POLLOUT, slice)
			if err != nil {
				return err
			}
			if waited += slice; ready {
				waited = 0
			}
			if over(waited) {
				return os.ErrDeadlineExceeded
			}
		case err != unix.EINTR:
			return err
		}
	}
	return nil
}

// Read reads available bytes, waiting at most limit; after that it returns 0 and no error.
func (p *Pair) Read(b []byte, limit time.Duration) (int, error) {
	for {
		ready, err := p.poll(p.from, unix.POLLIN, limit)
		if err != nil || !ready {
			return 0, err
		}
		n, err := Read(p.from, b)
		switch {
		case err == unix.EINTR || err == unix.EAGAIN:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (p *Pair) poll(fd int, events int16, limit time.Duration) (bool, error) {
	p.set[0] = unix.PollFd{Fd: int32(fd), Events: events}
	if limit <= 0 {
		limit = -1
	}
	for {
		n, err := Poll(p.set[:], limit)
		if err == unix.EINTR {
			continue
		}
		return n > 0, err
	}
}
