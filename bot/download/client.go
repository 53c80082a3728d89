package download

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"

	"agon/bot/reach"
)

// Limits bound a download.
type Limits struct {
	Bytes   int64 // that servers send, and of the file
	Private bool  // addresses of private networks may be connected to, and http is spoken
}

// errPrivate is told without the address, which may be that of a neighbour of the site.
var errPrivate = &Refused{"The address leads into a private network: the site fetches from public addresses only."}

// A limited transport is the one for a download.
type limited struct {
	Limits
	direct, proxied *http.Transport
	left            atomic.Int64 // bytes that servers may still send
}

func newLimited(l Limits) *limited {
	t := &limited{Limits: l}
	t.left.Store(l.Bytes)
	dialer := &net.Dialer{Timeout: 15 * time.Second}
	make := func(d *net.Dialer) *http.Transport {
		return &http.Transport{DialContext: d.DialContext, TLSHandshakeTimeout: 15 * time.Second, ResponseHeaderTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10, MaxIdleConnsPerHost: 4, ForceAttemptHTTP2: true}
	}
	guarded := *dialer
	guarded.Control = t.control
	t.direct, t.proxied = make(&guarded), make(dialer)
	t.proxied.Proxy = http.ProxyFromEnvironment
	return t
}

// control is called with the address of each connection, when its name has been resolved.
func (t *limited) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !t.Private && !reach.Public(at.Addr()) {
		return errPrivate
	}
	return nil
}

// RoundTrip sends a request if it is allowed to.
func (t *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && !t.Private {
		return nil, &Refused{"The address, or one that it leads to, is not https."}
	}
	by := t.direct
	proxy, err := http.ProxyFromEnvironment(r)
	if err != nil {
		return nil, err
	}
	if proxy != nil {
		if err := t.beyond(r.Context(), r.URL.Hostname()); err != nil {
			return nil, err
		}
		by = t.proxied
	}
	a, err := by.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	a.Body = &metered{a.Body, t}
	return a, nil
}

// beyond returns an error for hosts in private networks, which the organiser's proxy might reach. Names that only the proxy can resolve are left to it.
func (t *limited) beyond(ctx context.Context, host string) error {
	if t.Private {
		return nil
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return ctx.Err()
	}
	for _, a := range all {
		if !reach.Public(a) {
			return errPrivate
		}
	}
	return nil
}

// metered is a body of which every byte counts.
type metered struct {
	io.ReadCloser
	of *limited
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if m.of.left.Add(int64(-n)) < 0 {
		return 0, m.of.large()
	}
	return n, err
}

func (l *Limits) large() error {
	return refuse("It has more than %d MiB.", l.Bytes>>20)
}

// client returns a client that follows few redirects.
func (t *limited) client() *http.Client {
	return &http.Client{Transport: t, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) >= 5 {
			return errors.New("the server redirects more than five times")
		}
		return nil
	}}
}
