//go:build unix

package web

import (
	"errors"
	"net"
	"net/http"
	"syscall"
)

// A rawConn is a connection that is written to without waiting.
type rawConn struct {
	net.Conn
	raw syscall.RawConn
}

// writeSome writes as much as the connection takes now.
func (c rawConn) writeSome(b []byte) (n int, err error) {
	closed := c.raw.Write(func(fd uintptr) bool {
		for {
			n, err = syscall.Write(int(fd), b)
			if err != syscall.EINTR {
				return true
			}
		}
	})
	if err == syscall.EAGAIN {
		return 0, nil
	}
	if err == nil {
		err = closed
	}
	return max(n, 0), err
}

// hijack takes the connection of a response over HTTP/1.1, which must not be encrypted.
func hijack(out *http.ResponseController) (rawConn, error) {
	conn, _, err := out.Hijack()
	if err != nil {
		return rawConn{}, err
	}
	plain, ok := conn.(syscall.Conn)
	if !ok {
		return rawConn{}, errors.Join(errors.ErrUnsupported, conn.Close())
	}
	raw, err := plain.SyscallConn()
	return rawConn{conn, raw}, err
}
