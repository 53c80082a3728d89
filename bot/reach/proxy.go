package reach

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Proxy is an HTTP proxy to some servers. Its fields are set before [Proxy.Serve].
type Proxy struct {
	Servers
	Bounds
	Others string // what is said of a server that is none of them, after its address; empty: that it is no registry

	mu      sync.Mutex
	refused []string
	open    map[net.Conn]bool
	closed  bool
}

// mostRefused bounds the refusals that are kept.
const mostRefused = 5

// Serve answers the connections of a listener until it is closed; then it closes them.
func (p *Proxy) Serve(l net.Listener) {
	transport := &http.Transport{
		DialContext:           func(ctx context.Context, _, address string) (net.Conn, error) { return p.connect(ctx, address, true) },
		ResponseHeaderTimeout: p.head(), MaxResponseHeaderBytes: mostHeader,
		DisableCompression: true, IdleConnTimeout: p.idle(),
	}
	plain := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite:   func(r *httputil.ProxyRequest) { r.Out.Header.Del("Proxy-Connection") },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, p.refuse("%w", err).Error(), http.StatusForbidden)
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	server := &http.Server{ReadHeaderTimeout: headerTime, MaxHeaderBytes: mostHeader, ErrorLog: log.New(io.Discard, "", 0)}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			p.tunnel(w, r)
		case r.URL.Scheme != "http" || r.URL.Host == "":
			const how = "this is agon's HTTP proxy: ask it to CONNECT to HOST:PORT, or for an address that begins with http://"
			http.Error(w, how, http.StatusBadRequest)
		default:
			r.Host = r.URL.Host
			plain.ServeHTTP(w, r)
		}
	})
	server.Serve(l) // ends with the listener
	p.mu.Lock()
	p.closed = true
	for c := range p.open {
		c.Close()
	}
	p.mu.Unlock()
	server.Close()
	transport.CloseIdleConnections()
}

// Refused returns what the proxy refused, a sentence each.
func (p *Proxy) Refused() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.refused)
}

// refuse returns an error that is kept.
func (p *Proxy) refuse(format string, args ...any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := fmt.Errorf(format, args...)
	if why := err.Error(); len(p.refused) < mostRefused && !slices.Contains(p.refused, why) {
		p.refused = append(p.refused, why)
	}
	return err
}

// tunnel connects a client with a registry.
func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	far, err := p.connect(r.Context(), r.Host, false)
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	defer far.Close()
	near, early, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer near.Close()
	if _, err := io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		io.Copy(far, early)
		far.Close()
	}()
	io.Copy(near, far)
	near.Close()
	<-ended
}

// connect connects to a server, or returns an error that says why it does not. plain says that http is spoken.
func (p *Proxy) connect(ctx context.Context, address string, plain bool) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, p.refuse("%q is not the address of a server: want HOST:PORT", address)
	}
	to, err := p.server(host, port, plain)
	if err != nil && p.Others != "" {
		return nil, p.refuse("%q %s", to, p.Others)
	}
	if err != nil && !p.Public {
		return nil, p.refuse("%q is not a registry that agon fetches from (those are %s): use a registry's package, or put what the bot "+
			"needs into its folder", to, strings.Join(slices.Concat(p.Registries, p.Named), ", "))
	}
	if err != nil {
		return nil, p.refuse("the server %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, min(dialTime, p.idle()))
	defer cancel()
	c, err := p.reached(ctx, to)
	if err != nil {
		return nil, p.refuse("the server %w", err)
	}
	return p.meter(c, to)
}

// reached connects to a server, through this machine's own proxy if it has one.
func (p *Proxy) reached(ctx context.Context, to server) (net.Conn, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodConnect, "https://"+to.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%q has no valid name: %w", to, err)
	}
	through, err := p.upstream(r)
	if err != nil || through == nil || through.Scheme != "http" {
		return p.dial(ctx, to)
	}
	if err := p.left(ctx, to); err != nil {
		return nil, err
	}
	return tunnelled(ctx, through, to.String())
}

// tunnelled connects through this machine's own proxy.
func tunnelled(ctx context.Context, through *url.URL, address string) (net.Conn, error) {
	at := through.Host
	if through.Port() == "" {
		at = net.JoinHostPort(through.Hostname(), "80")
	}
	c, err := new(net.Dialer).DialContext(ctx, "tcp", at)
	if err != nil {
		return nil, fmt.Errorf("connect to the proxy of this machine: %w", err)
	}
	until, _ := ctx.Deadline()
	c.SetDeadline(until)
	head := http.Header{}
	if user := through.User; user != nil {
		password, _ := user.Password()
		r := http.Request{Header: head}
		r.SetBasicAuth(user.Username(), password)
		head = http.Header{"Proxy-Authorization": head["Authorization"]}
	}
	order := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: head}
	if err := order.Write(c); err != nil {
		c.Close()
		return nil, fmt.Errorf("ask the proxy of this machine for %s: %w", address, err)
	}
	if err := established(c); err != nil {
		c.Close()
		return nil, fmt.Errorf("ask the proxy of this machine for %s: %w", address, err)
	}
	c.SetDeadline(time.Time{})
	return c, nil
}

// established reads a proxy's answer, byte by byte, since what follows is the registry's.
func established(c net.Conn) error {
	const most = 16 << 10
	var text []byte
	for one := make([]byte, 1); len(text) < most && !strings.HasSuffix(string(text), "\r\n\r\n"); text = append(text, one[0]) {
		if _, err := io.ReadFull(c, one); err != nil {
			return err
		}
	}
	line, _, _ := strings.Cut(string(text), "\r\n")
	if words := strings.Fields(line); len(words) < 2 || words[1] != "200" {
		return fmt.Errorf("it answers %q", line)
	}
	return nil
}

// metered is a connection to a server of which every byte that it sends counts.
type metered struct {
	timed
	of *Proxy
	to server
}

// meter keeps a connection, to be closed with the proxy.
func (p *Proxy) meter(c net.Conn, to server) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.Close()
		return nil, net.ErrClosed
	}
	if p.open == nil {
		p.open = map[net.Conn]bool{}
	}
	p.open[c] = true
	return &metered{timed{c, &p.Bounds}, p, to}, nil
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.timed.Read(b)
	if most := m.of.count(n); most != nil {
		m.Close()
		return 0, m.of.refuse("the server %q %w", m.to, most)
	}
	return n, err
}

func (m *metered) Close() error {
	m.of.mu.Lock()
	delete(m.of.open, m.Conn)
	m.of.mu.Unlock()
	return m.Conn.Close()
}
