/*
Package port lets the host serve on ports of a sandbox's network, which it cannot enter as an ordinary user. A program of agon's inside
opens each port with [Hand] and sends the listening socket over a socket pair; the host gets it from [Ports.Receive] and accepts
connections there. It is the only way between such a network and the host: package managers find their proxy there (package build), coding
agents their proxy and their tools (package edit).

The program inside closes its end, or has it closed by the system when it executes another program, before code of anybody else runs.
*/
package port

import (
	"io"
	"net"
	"os"
	"sync"

	"golang.org/x/net/netutil"
)

// Descriptor is where the program inside finds its end, as the first of a command's Extra.
const Descriptor = 3

// mostConnections bounds the connections of a port that are open at once. Others wait to be accepted.
const mostConnections = 64

// Ports is the host's end.
type Ports struct {
	Theirs *os.File // the end of the program inside

	from   *net.UnixConn
	mu     sync.Mutex
	open   []net.Listener
	closed bool
}

// Receive returns the next port that the program inside opens; nil if it opens none, or after Close.
func (p *Ports) Receive() net.Listener {
	l := receive(p.from)
	if l == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		l.Close()
		return nil
	}
	l = netutil.LimitListener(l, mostConnections)
	p.open = append(p.open, l)
	return l
}

// Rest returns what the program inside writes after its ports, once its end is closed, which needs Theirs to be closed.
func (p *Ports) Rest() string {
	text, _ := io.ReadAll(io.LimitReader(p.from, 1<<10))
	return string(text)
}

// Close closes both ends and all ports.
func (p *Ports) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.Theirs.Close()
	p.from.Close()
	for _, l := range p.open {
		l.Close()
	}
}
