package build

import (
	"errors"
	"net"
)

func socketPair() (*port, error) { return nil, errors.New("this system has no sandbox") }

func receive(*net.UnixConn) net.Listener { return nil }
