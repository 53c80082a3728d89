//go:build unix

package inside

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// socket is the descriptor of the socket to the host.
const socket = 3

// listen opens a port on the loopback device of this process's own network, hands it to the host, which serves a proxy there, and returns
// its address.
func listen() (string, error) {
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return "", err
	}
	defer l.Close()
	port, err := l.File()
	if err != nil {
		return "", err
	}
	defer port.Close()
	to := os.NewFile(socket, "host")
	if to == nil {
		return "", fmt.Errorf("descriptor %d is not open", socket)
	}
	defer to.Close() // no step inherits it
	return l.Addr().String(), syscall.Sendmsg(int(to.Fd()), []byte{1}, syscall.UnixRights(int(port.Fd())), nil, 0)
}
