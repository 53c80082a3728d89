//go:build unix

package build

import (
	"net"
	"os"
	"syscall"
)

// socketPair makes the socket over which a job hands over its port.
func socketPair() (*port, error) {
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
	return &port{from: from.(*net.UnixConn), theirs: theirs}, nil
}

// receive returns the port that a job has opened; nil if it ended before.
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
