/*
Package httpserver serves pages to strangers: what a visitor sends is limited in size and time, how many connections visitors hold is
limited by address and in all, and a page on a loopback address answers only requests that name one, so that no other site reaches it
under another name.
*/
package httpserver

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Limits of a visitor's requests. How long a reader may take for a response is for the handler to say, by a write deadline.
const (
	headTime  = 10 * time.Second // for the head of a request
	readTime  = 30 * time.Second // for a whole request
	idleTime  = time.Minute      // of a connection between two requests
	HeadBytes = 32 << 10         // of the head of a request
	endTime   = 2 * time.Second  // for responses to end when the server ends
)

// Connections of the visitors of one address, who may be a class room with a few connections each, and of all: many fewer than the files
// that a program may open, since bots need theirs.
const (
	perAddress = 400
	inAll      = 2000
)

// Serve answers requests until ctx is done, which is then the context of every request. It waits at most 2 s for responses to end.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	return Run(ctx, bound(l, perAddress, inAll), New(ctx, h), endTime)
}

// Run has a server answer requests until ctx is done, and then waits for responses to end, not longer than grace.
func Run(ctx context.Context, l net.Listener, server *http.Server, grace time.Duration) error {
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		server.Close()
	}
	if err := <-stopped; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// New returns a server with limits for strangers' requests.
func New(ctx context.Context, h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headTime, ReadTimeout: readTime, IdleTimeout: idleTime, MaxHeaderBytes: HeadBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
}

// Secure sets the headers that every response has.
func Secure(h http.Header, policy, cache string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("Cache-Control", cache)
}

// Refuse answers a request that reached a page on a loopback address under another name, and reports whether it did. address is the
// server's.
func Refuse(w http.ResponseWriter, r *http.Request, address string) bool {
	if !IsLoopback(address) || IsLoopback(r.Host) {
		return false
	}
	http.Error(w, "this page is served on this machine only: open it by its address, such as http://127.0.0.1:PORT", http.StatusForbidden)
	return true
}

// IsLoopback reports whether a host, with or without a port, is this machine's loopback interface.
func IsLoopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// bounded is a listener that closes connections at once while their address, or all, hold too many.
type bounded struct {
	net.Listener
	perAddress, all int

	mu    sync.Mutex
	held  map[string]int // by address
	total int
}

func bound(l net.Listener, perAddress, all int) *bounded {
	return &bounded{Listener: l, perAddress: perAddress, all: all, held: map[string]int{}}
}

func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address, _, err := net.SplitHostPort(c.RemoteAddr().String())
		if err != nil {
			address = c.RemoteAddr().String()
		}
		if b.addConnection(address) {
			return &counted{Conn: c, left: sync.OnceFunc(func() { b.remove(address) })}, nil
		}
		c.Close()
	}
}

func (b *bounded) addConnection(address string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total >= b.all || b.held[address] >= b.perAddress {
		return false
	}
	b.total++
	b.held[address]++
	return true
}

func (b *bounded) remove(address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total--
	if b.held[address]--; b.held[address] == 0 {
		delete(b.held, address)
	}
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	left func()
}

// SyscallConn gives a handler that takes the connection over what it writes to without waiting.
func (c *counted) SyscallConn() (syscall.RawConn, error) {
	inner, ok := c.Conn.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return inner.SyscallConn()
}

func (c *counted) Close() error {
	defer c.left()
	return c.Conn.Close()
}
