package program

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/internal/rawpipe"
)

// polled is the pipes of a process, used with raw system calls on the caller's thread.
type polled struct {
	in, out, err int // our own copies, so that nobody closes them but we; err is -1 once it has ended
	log          *bot.Log
	rest         []byte // of what was to be written
	written      time.Time
	set          [3]unix.PollFd
	scrap        []byte // for standard error

	watched bool      // somebody measures when an answer comes
	silent  time.Time // nothing was there to read then, as far as is known
}

// newLink takes over the pipes of a process. Where several players are asked before any is waited for, a goroutine reads.
func newLink(p bot.Process, log *bot.Log, together bool) (closingLink, error) {
	if together {
		return newPumped(p, log)
	}
	var fds [3]int
	for i, f := range []*os.File{p.In(), p.Out(), p.Err()} {
		fd, err := duplicate(f)
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

// push writes what the pipe has room for. A pipe that nobody reads any more takes everything.
func (p *polled) push(b []byte) int {
	done := 0
	for done < len(b) {
		p.written = time.Now() // before the write: a quick answer is there when it returns
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
				p.hearErr()
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

// lag is how late the thread may be without being said to have been away.
const lag = time.Millisecond

// Listen begins to note when nothing was there to read, if that is to be known.
func (p *polled) Listen(watched bool) {
	p.watched = watched
	if p.watched && time.Since(p.silent) > lag {
		p.silent = time.Now()
	}
}

// readable is when what has just been read could be read: now, or when somebody looked last, if this thread has been away since then. It may
// have waited for a processor, as the kernel knows, or in Go's scheduler for another thread that did, which nobody knows: either is the
// host's doing. It is never before the last prompt was written, since what the thread waited for until then is no part of the answer's time.
// Whether something was said before the prompt was read, the pipe itself says.
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

// poll waits until something can be done, and says with how many pipes. It keeps the thread's place in Go's scheduler, from which a busy host
// would keep it away after an ordinary wait for longer than anybody could tell; and it looks again now and then, so that it is known
// when nothing was there to read.
func (p *polled) poll(until time.Time) int {
	p.set = [3]unix.PollFd{{Fd: int32(p.out), Events: unix.POLLIN}, {Fd: int32(p.err), Events: unix.POLLIN}, {Fd: -1, Events: unix.POLLOUT}}
	if len(p.rest) > 0 {
		p.set[2].Fd = int32(p.in)
	}
	for {
		limit, last := rawpipe.Brief, false
		begun := time.Now()
		if !until.IsZero() {
			if left := max(until.Sub(begun), 0); left <= limit {
				limit, last = left, true
			}
		}
		if !p.watched && !last {
			limit = -1 // nobody measures: an ordinary wait
			if !until.IsZero() {
				limit = max(until.Sub(begun), 0)
			}
			last = true
		}
		if p.watched && begun.Sub(p.silent) > lag {
			if n, err := rawpipe.Poll(p.set[:], 0); n > 0 && err == nil {
				return n // it came while this thread was away
			}
			p.silent = begun
		}
		n, err := rawpipe.Poll(p.set[:], limit)
		if p.watched && err != unix.EINTR {
			// A call that came back later than its limit was held up, and so nobody looked after it.
			p.silent = earlier(time.Now(), begun.Add(limit))
		}
		if err == unix.EINTR || n == 0 && !last {
			continue
		}
		return n
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// hearErr moves some of standard error to the log, and says whether there was any.
func (p *polled) hearErr() bool {
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

// lastWords is how much of standard error is read from a program that has ended.
const lastWords = 256 << 10

func (p *polled) close() {
	for range lastWords / (4 << 10) {
		if p.err < 0 || !p.hearErr() {
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
