package reach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
)

// A Transport sends requests to some servers. Its fields are set before the first request. It is safe for concurrent use.
type Transport struct {
	Servers
	Bounds

	once            sync.Once
	direct, proxied *http.Transport
}

// mostRedirects is the largest number of redirects that a [Client] follows.
const mostRedirects = 5

// Client returns a client that sends requests by a transport, and follows few redirects.
func Client(by http.RoundTripper) *http.Client {
	return &http.Client{Transport: by, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) >= mostRedirects {
			return errors.New("the server redirects more than five times")
		}
		return nil
	}}
}

// RoundTrip sends a request if its server is one of those that are connected to.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.once.Do(t.open)
	to, err := t.server(r.URL.Hostname(), portOf(r.URL), r.URL.Scheme != "https")
	if err != nil {
		return nil, err
	}
	by := t.direct
	through, err := t.upstream(r)
	if err != nil {
		return nil, err
	}
	if through != nil {
		if err := t.left(r.Context(), to); err != nil {
			return nil, err
		}
		by = t.proxied
	}
	a, err := by.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	a.Body = &body{a.Body, t, to}
	return a, nil
}

// CloseIdleConnections closes connections that carry no request.
func (t *Transport) CloseIdleConnections() {
	t.once.Do(t.open)
	t.direct.CloseIdleConnections()
	t.proxied.CloseIdleConnections()
}

func (t *Transport) open() {
	limited := func(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
		return &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				ctx, cancel := context.WithTimeout(ctx, min(dialTime, t.idle()))
				defer cancel()
				c, err := dial(ctx, network, address)
				if err != nil {
					return nil, err
				}
				return timed{c, &t.Bounds}, nil
			},
			TLSHandshakeTimeout: min(dialTime, t.idle()), ResponseHeaderTimeout: t.head(),
			MaxResponseHeaderBytes: mostHeader,
			IdleConnTimeout:        t.idle(), MaxIdleConnsPerHost: 4, ForceAttemptHTTP2: true,
		}
	}
	t.direct = limited(func(ctx context.Context, _, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		to, err := t.server(host, port, false) // whether http may be spoken was asked before
		if err != nil {
			return nil, err
		}
		return t.dial(ctx, to)
	})
	t.proxied = limited(new(net.Dialer).DialContext)
	t.proxied.Proxy = t.upstream
}

// body is one of which every byte counts.
type body struct {
	io.ReadCloser
	by *Transport
	of server
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if most := b.by.count(n); most != nil {
		return 0, fmt.Errorf("%q %w", b.of, most)
	}
	return n, err
}
