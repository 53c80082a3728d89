//go:build linux && (amd64 || arm64)

package sandbox

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
)

// echo is a server on port 8000 that sends back what it gets in capitals. It first says how a connection to another port ends.
const echo = `
import socket, sys
s = socket.create_server(("localhost", 8000))
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5)
    print("open", flush=True)
except OSError as e:
    print(e.errno, flush=True)
while True:
    c, _ = s.accept()
    c.sendall(c.recv(100).upper())
    c.close()
`

// The host connects to a server of a program as often as it likes. The server reaches nothing of the host's.
func TestTheHostConnectsToAServer(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		hosts, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer hosts.Close()
		port := fmt.Sprint(hosts.Addr().(*net.TCPAddr).Port)
		c := with(t, "/usr/bin/python3", "-c", echo, port)
		c.Loopback, c.Sessions = true, true
		p, err := s.Start(c)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var said [16]byte
		n, err := p.Out.Read(said[:])
		if want := fmt.Sprintln(int(syscall.ECONNREFUSED)); string(said[:n]) != want {
			t.Errorf("the host's port: %q, want %q; %v", said[:n], want, err)
		}
		if _, err := p.Dial(8001); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("a port where nobody listens: %v", err)
		}
		for nth := range 3 * lent {
			asked := fmt.Sprintf("hello %d", nth)
			if got := echoed(t, p, asked); got != strings.ToUpper(asked) {
				t.Errorf("%q answers %q", asked, got)
			}
		}
		p.Kill()
		p.Wait()
		if _, err := p.Dial(8000); !errors.Is(err, net.ErrClosed) {
			t.Errorf("a program that has ended: %v", err)
		}
	})
}

// echoed sends a text to port 8000 and returns what comes back.
func echoed(t *testing.T, p *bot.Process, text string) string {
	t.Helper()
	c, err := p.Dial(8000)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := p.Dial(8000); !errors.Is(err, net.ErrClosed) {
		t.Errorf("two connections at once: %v", err)
	}
	if err := c.Write([]byte(text), func(time.Duration) bool { return false }); err != nil {
		t.Fatal(err)
	}
	var answer [100]byte
	n, err := c.Read(answer[:], guard)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer[:n])
}

// Where programs share the host's network none is started that wants one of its own.
func TestNoNetworkNoServer(t *testing.T) {
	s := opened(t, Landlock)
	_, err := s.Start(bot.Command{Path: "/bin/true", Loopback: true, Limits: bot.Limits{Memory: 64 << 20}})
	if !errors.Is(err, errNoLoopback) {
		t.Error(err)
	}
}
