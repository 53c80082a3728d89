package sockets_test

import (
	"fmt"
	"net"
	"os"
	"slices"
	"testing"

	"agon/internal/sockets"
)

// A connection is shown with both of its ports, and has a file once it was accepted.
func TestSocketsOfThisProcess(t *testing.T) {
	for _, network := range []string{"tcp4", "tcp6"} {
		listener, err := net.Listen(network, "localhost:0")
		if err != nil {
			t.Logf("there is no %s here: %v", network, err)
			continue
		}
		defer listener.Close()
		port := uint64(listener.Addr().(*net.TCPAddr).Port)
		if ports := sockets.Listening(os.Getpid()); !slices.Contains(ports, fmt.Sprint(port)) {
			t.Errorf("it listens on port %d, and they show %v", port, ports)
		}
		conn, err := net.Dial(network, listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		own := uint64(conn.LocalAddr().(*net.TCPAddr).Port)
		accepted := func(s sockets.Socket) bool { return s.Local == port && s.Remote == own && s.Inode != 0 }
		taken, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer taken.Close()
		if list := sockets.Of(os.Getpid()); !slices.ContainsFunc(list, accepted) {
			t.Errorf("port %d is connected to %d, and they are %v", own, port, list)
		}
	}
}
