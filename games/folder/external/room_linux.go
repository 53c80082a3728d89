package external

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"agon/internal/rawpipe"
)

// A room is the socket of one game, to which agon's processes in the sandbox of its engine connect.
type room struct {
	folder   string // of the host, which the sandbox shows to the engine, read-only
	listener int
	links    []*link
}

// A link is one of these connections.
type link struct {
	fd      int // -1: it is closed
	known   bool
	ordered bool
	asked   bool
	pipe    uint64 // the inode of the pipe from which the engine reads
	port    uint64 // of its connection to the engine, on the seat's side; 0: there are pipes
	in, out []byte
}

// newRoom makes a room. A host that is killed leaves its folder to the next one, as all that the sandbox makes.
func newRoom(temporary func() string) (*room, error) {
	name := "agon"
	if temporary != nil {
		name = temporary()
	}
	folder, err := os.MkdirTemp("", name+"-seats-")
	if err != nil {
		return nil, err
	}
	r := &room{folder: folder, listener: -1}
	if err := r.listen(); err != nil {
		r.close()
		return nil, fmt.Errorf("make a socket for the bots of an engine: %w", err)
	}
	return r, nil
}

func (r *room) socket() string { return filepath.Join(r.folder, "s") }

// listen opens the socket. The engine may run as another user.
func (r *room) listen() (err error) {
	if r.listener, err = unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0); err != nil {
		return err
	}
	if err := unix.Bind(r.listener, &unix.SockaddrUnix{Name: r.socket()}); err != nil {
		return err
	}
	return errors.Join(unix.Listen(r.listener, 64), os.Chmod(r.socket(), 0o666), os.Chmod(r.folder, 0o755))
}

func (r *room) close() {
	for _, l := range r.links {
		l.close()
	}
	if r.listener >= 0 {
		unix.Close(r.listener)
	}
	os.RemoveAll(r.folder)
}

// exchange reads what there is, appends what comes from the engine's output, and writes what can be written. It waits for something to do
// at most limit, and returns how many bytes or connections came; io.EOF is the end of the output. Without pipes only links are read.
func (r *room) exchange(pipes *rawpipe.Pair, output *[]byte, limit time.Duration) (came int, err error) {
	set := []unix.PollFd{{Fd: -1, Events: unix.POLLIN}, {Fd: int32(r.listener), Events: unix.POLLIN}}
	if pipes != nil {
		set[0].Fd = int32(pipes.Output())
	}
	for _, l := range r.links {
		events := int16(unix.POLLIN)
		if len(l.out) > 0 {
			events |= unix.POLLOUT
		}
		set = append(set, unix.PollFd{Fd: int32(l.fd), Events: events})
	}
	if _, err := rawpipe.Poll(set, limit); err != nil && err != unix.EINTR {
		return 0, err
	}
	for i, l := range slices.Clone(r.links) {
		if set[i+2].Revents != 0 {
			came += l.exchange()
		}
	}
	if set[1].Revents != 0 {
		n, err := r.accept()
		if came += n; err != nil {
			return came, err
		}
	}
	if set[0].Revents == 0 {
		return came, nil
	}
	n, err := readInto(pipes.Output(), output)
	return came + n, err
}

// mostLinks bounds the connections of a game, those that are closed among them: one for each seat, and one for what runs the engine.
const mostLinks = 256

func (r *room) accept() (int, error) {
	if len(r.links) == mostLinks {
		return 0, wrong("it has connected to agon more than %d times: a game is one start of each bot", mostLinks)
	}
	fd, _, err := unix.Accept4(r.listener, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
	if err != nil {
		return 0, nil
	}
	r.links = append(r.links, &link{fd: fd})
	return 1, nil
}

// exchange writes what can be written and reads what there is. The end of what the engine writes ends the link.
func (l *link) exchange() int {
	l.flush()
	if l.over() {
		return 0
	}
	n, err := readInto(l.fd, &l.in)
	if err != nil {
		l.close()
		return 1
	}
	return n
}

// readInto appends what can be read.
func readInto(fd int, b *[]byte) (int, error) {
	const room = 1 << 16
	*b = slices.Grow(*b, room)
	n, err := rawpipe.Read(fd, (*b)[len(*b):len(*b)+room])
	if err == unix.EAGAIN || err == unix.EINTR {
		return 0, nil
	}
	if n == 0 {
		err = io.EOF
	}
	*b = (*b)[:len(*b)+max(n, 0)]
	return max(n, 0), err
}

// send writes as much as can be written now, and the rest in later exchanges.
func (l *link) send(text string) {
	l.out = append(l.out, text...)
	l.flush()
}

func (l *link) flush() {
	for len(l.out) > 0 && !l.over() {
		n, err := rawpipe.Write(l.fd, l.out)
		if err == unix.EAGAIN || err == unix.EINTR {
			return
		}
		if err != nil {
			l.close()
			return
		}
		l.out = l.out[n:]
	}
}

func (l *link) over() bool { return l.fd < 0 }

func (l *link) close() {
	if l.fd >= 0 {
		unix.Close(l.fd)
	}
	l.fd, l.out = -1, nil
}
