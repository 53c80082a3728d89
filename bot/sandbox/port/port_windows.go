package port

import (
	"errors"
	"net"
	"os"
)

var errNone = errors.New("this system has no networks for one process")

// Open returns an error: there is no sandbox.
func Open() (*Ports, error) { return nil, errNone }

func receive(*net.UnixConn) net.Listener { return nil }

// Hand returns an error: there is no sandbox.
func Hand(*os.File) (string, error) { return "", errNone }
