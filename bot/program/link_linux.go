package program

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/internal/rawpipe"
)

// polled is the pipes of a process, accessed with raw system calls on the caller's thread.
type polled struct {
	in, out, err int // copies that nobody else closes; err is -1 after its end
	log          *bot.Log
	rest         []byte // prompt bytes still to be written
	written      time.Time
	set          [3]unix.PollFd
	scrap        []byte // buffer for standard error

	watched bool      // the time of the answer is measured
	silent  time.Time // the last time at which nothing was readable
}

// newLink takes over the pipes of a process. If several players are asked before any is waited for, a goroutine reads.
func newLink(p *bot.Process, log *bot.Log, together bool) (link, error) {
	if together {
		return newPumped(p, log), nil
	}
	var fds [3]int
	for i, f := range []*os.File{p.In, p.Out, p.Err} {
		fd, err := rawpipe.Take(f)
		if err != nil {
			for _, fd := range fds[:i] {
				unix.Close(fd)
			}
			return nil, err
		}
		fds[i] = fd
	}
	return &polled{in: fds[0], out: fds[1], err: fds[2], log: log}, nil
}

func (p *polled) Write(b []byte) {
	if len(p.rest) == 0 {
		b = b[p.push(b):]
	}
	p.rest = append(p.rest, b...)
}

// push writes as much as fits into the pipe. A pipe without a reader accepts everything.
func (p *polled) push(b []byte) int {
	done := 0
	for done < len(b) {
		p.written = time.Now() // before the write: a quick answer may be there when it returns
		n, err := rawpipe.Write(p.in, b[done:])
		done += max(n, 0)
		if err == unix.EAGAIN {
			break
		}
		if err != nil && err != unix.EINTR {
			done = len(b)
		}
	}
	return done
}

func (p *polled) Written() time.Time { return p.written }

func (p *polled) Take(b []byte) (Chunk, error) {
	for {
		n, err := rawpipe.Read(p.out, b)
		switch {
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN:
			return Chunk{}, ErrNothing
		case err != nil || n == 0:
			return Chunk{}, io.EOF
		}
		c := Chunk{N: n, At: p.readable(), Unread: -1}
		if left := unread(p.in); left >= 0 {
			c.Unread = left + len(p.rest)
		}
		return c, nil
	}
}

func (p *polled) Wait(b []byte, until time.Time) (Chunk, error) {
	for {
		if p.poll(until) == 0 {
			return Chunk{}, ErrNothing
		}
		for _, f := range p.set[1:] {
			switch {
			case f.Revents == 0:
			case int(f.Fd) == p.err:
				p.readErr()
			case int(f.Fd) == p.in:
				p.rest = p.rest[p.push(p.rest):]
			}
		}
		if p.set[0].Revents != 0 {
			if c, err := p.Take(b); err != ErrNothing {
				return c, err
			}
		}
		if !until.IsZero() && !time.Now().Before(until) {
			return Chunk{}, ErrNothing
		}
	}
}

func (p *polled) drained() bool { return len(p.rest) == 0 }

// lag is how late the thread may be and still count as present.
const lag = time.Millisecond

// Listen starts recording when nothing was readable, if that is needed.
func (p *polled) Listen(watched bool) {
	p.watched = watched
	if p.watched && time.Since(p.silent) > lag {
		p.silent = time.Now()
	}
}

// readable returns when the data just read became readable: now, or the last time the pipe was checked, if this thread was suspended since
// then. It may have waited for a processor, which the kernel reports, or for Go's scheduler, which nobody reports; the host is responsible
// for both. The result is never before the last prompt was written. Whether output preceded the reading of the prompt is known from the
// pipe.
func (p *polled) readable() time.Time {
	now := time.Now()
	if !p.watched || now.Sub(p.silent) <= lag {
		return now
	}
	at := p.silent
	p.silent = now
	if at.Before(p.written) {
		return p.written
	}
	return at
}

// poll waits until a pipe is ready and returns the number of ready ones. It blocks without giving up the thread's place in Go's scheduler,
// because on a busy host the return from an ordinary blocking call may be delayed unnoticed; and it wakes up now and then to record that
// nothing was readable.
func (p *polled) poll(until time.Time) int {
	p.set = [3]unix.PollFd{{Fd: int32(p.out), Events: unix.POLLIN}, {Fd: int32(p.err), Events: unix.POLLIN}, {Fd: -1, Events: unix.POLLOUT}}
	if len(p.rest) > 0 {
		p.set[2].Fd = int32(p.in)
	}
	for {
		begun := time.Now()
		limit, last := p.pollLimit(begun, until)
		if p.watched && begun.Sub(p.silent) > lag {
			if n, err := rawpipe.Poll(p.set[:], 0); n > 0 && err == nil {
				return n // it came while this thread was suspended
			}
			p.silent = begun
		}
		n, err := rawpipe.Poll(p.set[:], limit)
		if p.watched && err != unix.EINTR {
			// A call that returned later than its limit was delayed, so nobody checked after its limit.
			p.silent = earlier(time.Now(), begun.Add(limit))
		}
		if err == unix.EINTR || n == 0 && !last {
			continue
		}
		return n
	}
}

// pollLimit returns how long one call may wait, -1 for no limit, and whether it is the last.
func (p *polled) pollLimit(now, until time.Time) (limit time.Duration, last bool) {
	limit = -1
	if !until.IsZero() {
		limit = max(until.Sub(now), 0)
	}
	if p.watched && (limit < 0 || limit > rawpipe.Brief) {
		return rawpipe.Brief, false
	}
	return limit, true // if nothing is recorded an ordinary wait
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// readErr moves some of standard error to the log, and reports whether there was any.
func (p *polled) readErr() bool {
	if p.scrap == nil {
		p.scrap = make([]byte, 4<<10)
	}
	n, err := unix.Read(p.err, p.scrap)
	if n > 0 {
		p.log.Write(p.scrap[:n])
		return true
	}
	if err != unix.EAGAIN && err != unix.EINTR {
		unix.Close(p.err)
		p.err = -1
	}
	return false
}

// lastWords is how much standard error is read from a program that has ended, in bytes.
const lastWords = 256 << 10

func (p *polled) close() {
	for range lastWords / (4 << 10) {
		if p.err < 0 || !p.readErr() {
			break
		}
	}
	for _, fd := range []int{p.in, p.out, p.err} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	p.in, p.out, p.err = -1, -1, -1
}

func (p *polled) gone() {}
