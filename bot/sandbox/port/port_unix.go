//go:build unix

package port

import (
	"net"
	"os"
	"syscall"
)

// Open returns a new pair of ends.
func Open() (*Ports, error) {
	syscall.ForkLock.RLock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "port"), os.NewFile(uintptr(pair[1]), "port")
	defer ours.Close()
	from, err := net.FileConn(ours)
	if err != nil {
		theirs.Close()
		return nil, err
	}
	return &Ports{from: from.(*net.UnixConn), Theirs: theirs}, nil
}

// receive returns the next port; nil if the other end was closed before.
func receive(from *net.UnixConn) net.Listener {
	text, rights := make([]byte, 1), make([]byte, syscall.CmsgSpace(4))
	_, n, _, _, err := from.ReadMsgUnix(text, rights)
	if err != nil {
		return nil
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) != 1 {
		return nil
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil
	}
	syscall.CloseOnExec(fds[0])
	file := os.NewFile(uintptr(fds[0]), "port")
	defer file.Close()
	l, err := net.FileListener(file)
	if err != nil {
		return nil
	}
	return l
}

// Hand opens a port on the loopback device of this process's own network, hands it to the host over this process's end, and returns its
// address.
func Hand(to *os.File) (string, error) {
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
	return l.Addr().String(), syscall.Sendmsg(int(to.Fd()), []byte{1}, syscall.UnixRights(int(port.Fd())), nil, 0)
}
