//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"net"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
	"agon/internal/rawpipe"
)

// lent is the number of sockets that a program's network lends the host. They are used in turn, so that a server has closed its end of a
// connection when the socket is used again.
const lent = 4

// connects is how long a connection may take: a server that runs need not accept it, and one whose queue is full is not waited for.
const connects = 200 * time.Millisecond

// lendSockets adds the steps that make sockets in the program's network and hand them to the host, over the descriptor to.
func (p *plan) lendSockets(to int) {
	const rights = unix.SizeofCmsghdr + 4 // the length of a control message with one descriptor
	for range lent {
		control := p.words(rights, unix.SOL_SOCKET|unix.SCM_RIGHTS<<32, 0)
		socket := control + unix.SizeofCmsghdr
		part := p.words(0, 1)
		p.point(part, p.text("s"))
		message := p.words(0, 0, 0, 1, 0, unix.SizeofCmsghdr+8, 0) // a struct msghdr
		p.point(message+2*8, part)
		p.point(message+4*8, control)
		p.do(entry.Root, "open a socket for the host", unix.SYS_SOCKET, number(unix.AF_INET),
			number(unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK), number(0)).to(socket)
		p.do(entry.Root, "hand the host a socket", unix.SYS_SENDMSG, number(to), at(message), number(0))
		p.do(entry.Root, "close the host's socket", unix.SYS_CLOSE, what(socket))
	}
	p.do(entry.Root, "close the way to the host", unix.SYS_CLOSE, number(to))
}

// A network is what the host has of a program's network, which it cannot enter itself: sockets that were made there.
type network struct {
	mu      sync.Mutex
	sockets []int
	next    int  // the index of the socket of the next connection
	used    bool // there is a connection
	closed  bool
}

// borrow receives the sockets that a program which runs has sent.
func borrow(from int) (*network, error) {
	n := &network{}
	for range lent {
		var one [1]byte
		var control [unix.SizeofCmsghdr + 8]byte
		_, size, _, _, err := unix.Recvmsg(from, one[:], control[:], unix.MSG_CMSG_CLOEXEC|unix.MSG_DONTWAIT)
		var fds []int
		if list, wrong := unix.ParseSocketControlMessage(control[:size]); err == nil && wrong == nil && len(list) == 1 {
			fds, err = unix.ParseUnixRights(&list[0])
		}
		if err != nil || len(fds) != 1 {
			n.close()
			return nil, errors.Join(errors.New("its network lent no sockets"), err)
		}
		n.sockets = append(n.sockets, fds[0])
	}
	return n, nil
}

// dial connects to a port. One connection is open at a time.
func (n *network) dial(port int) (bot.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || n.used {
		return nil, net.ErrClosed
	}
	socket := n.sockets[n.next]
	n.next = (n.next + 1) % lent
	dissolve(socket)
	err := unix.Connect(socket, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}})
	if err == unix.EINPROGRESS {
		err = connected(socket)
	}
	if err != nil {
		return nil, err
	}
	unix.SetsockoptInt(socket, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
	n.used = true
	return connection{rawpipe.NewSocket(socket), n, socket}, nil
}

// dissolve makes a socket as good as new, whatever it was connected to.
func dissolve(socket int) {
	none := unix.RawSockaddrInet4{Family: unix.AF_UNSPEC}
	unix.Syscall(unix.SYS_CONNECT, uintptr(socket), uintptr(unsafe.Pointer(&none)), unsafe.Sizeof(none))
}

// connected waits until a socket is connected.
func connected(socket int) error {
	set := []unix.PollFd{{Fd: int32(socket), Events: unix.POLLOUT}}
	ready, err := rawpipe.Poll(set, connects)
	for err == unix.EINTR {
		ready, err = rawpipe.Poll(set, connects)
	}
	if err == nil && ready == 0 {
		err = unix.ETIMEDOUT
	}
	if err != nil {
		return err
	}
	code, err := unix.GetsockoptInt(socket, unix.SOL_SOCKET, unix.SO_ERROR)
	if err == nil && code != 0 {
		err = unix.Errno(code)
	}
	return err
}

// close closes the sockets, or has the end of the connection close them.
func (n *network) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed = true; !n.used {
		n.release()
	}
}

// release closes the sockets. The caller holds the lock.
func (n *network) release() {
	for _, socket := range n.sockets {
		unix.Close(socket)
	}
	n.sockets = nil
}

// A connection is one to a server of the program's.
type connection struct {
	*rawpipe.Pair
	network *network
	socket  int
}

// Close ends the connection.
func (c connection) Close() {
	unix.Shutdown(c.socket, unix.SHUT_RDWR)
	c.network.mu.Lock()
	defer c.network.mu.Unlock()
	if c.network.used = false; c.network.closed {
		c.network.release()
	}
}
