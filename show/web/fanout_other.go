//go:build !unix

package web

import (
	"errors"
	"net"
	"net/http"
)

// A rawConn is a connection that is written to without waiting, which this system does not have.
type rawConn struct{ net.Conn }

func hijack(*http.ResponseController) (rawConn, error) { return rawConn{}, errors.ErrUnsupported }

func (c rawConn) writeSome([]byte) (int, error) { return 0, errors.ErrUnsupported }
