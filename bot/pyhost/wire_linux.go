package pyhost

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/internal/rawpipe"
)

// pipes are the host's ends of a process's standard input and output, accessed with raw system calls: the threads that ask bots are bound
// to their cores, and going through the runtime's poller or scheduler would wake another thread for every answer.
type pipes struct {
	to   int
	from int
	set  [1]unix.PollFd
}

// pipeSize is the requested size of the pipe to a process, in which a frame fits without blocking.
const pipeSize = 1 << 20

func newPipes(in, out *os.File) (*pipes, error) {
	to, from, err := rawpipe.TakeBoth(in, out)
	if err != nil {
		return nil, err
	}
	unix.FcntlInt(uintptr(to), unix.F_SETPIPE_SZ, pipeSize)
	return &pipes{to: to, from: from}, nil
}

// close closes the descriptors. It may be called again.
func (p *pipes) close() {
	for _, fd := range []*int{&p.to, &p.from} {
		if *fd >= 0 {
			unix.Close(*fd)
		}
		*fd = -1
	}
}

// write writes all of b. It waits at most limit (0: no limit) for a process that does not read, and stops when stop is closed.
func (p *pipes) write(b []byte, limit time.Duration, stop <-chan struct{}) error {
	var waited time.Duration
	for len(b) > 0 {
		n, err := rawpipe.Write(p.to, b)
		if n > 0 {
			b = b[n:]
			continue
		}
		if err == unix.EAGAIN {
			ready, err := p.poll(p.to, unix.POLLOUT, slice)
			if waited += slice; ready {
				waited = 0
			}
			if err != nil || isClosed(stop) || limit > 0 && waited >= limit {
				return errors.Join(err, os.ErrDeadlineExceeded)
			}
			continue
		}
		if err != unix.EINTR {
			return err
		}
	}
	return nil
}

// read reads available bytes, waiting at most limit; after that it returns 0 and no error.
func (p *pipes) read(b []byte, limit time.Duration) (int, error) {
	for {
		ready, err := p.poll(p.from, unix.POLLIN, limit)
		if err != nil || !ready {
			return 0, err
		}
		n, err := rawpipe.Read(p.from, b)
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

// settleLog waits until a bot's output of a game has reached its log: on a busy host the goroutine that reads it may lack a processor for a
// while. It returns at once if the bot printed nothing.
func (h *host) settleLog(log *bot.Log) {
	const patience, pause = 2 * time.Second, time.Millisecond
	for begun := time.Now(); time.Since(begun) < patience; {
		left := 0
		conn, err := h.process.Err.SyscallConn()
		if err == nil {
			err = conn.Control(func(fd uintptr) { left, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
		}
		if err != nil || left == 0 && log.Total() == 0 {
			return
		}
		time.Sleep(pause)
		if left == 0 {
			return
		}
	}
}

func (p *pipes) poll(fd int, events int16, limit time.Duration) (bool, error) {
	p.set[0] = unix.PollFd{Fd: int32(fd), Events: events}
	if limit <= 0 {
		limit = -1
	}
	for {
		n, err := rawpipe.Poll(p.set[:], limit)
		if err == unix.EINTR {
			continue
		}
		return n > 0, err
	}
}
