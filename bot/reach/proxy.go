package reach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Proxy is an HTTP proxy to some registries. Its fields are set before [Proxy.Serve].
type Proxy struct {
	Registries []string // hosts that are reached by TLS on port 443, at addresses outside of private networks
	Named      []string // host:port that the operator has named, at whatever address
	Bytes      int64    // that registries may send in all

	// Lookup resolves a host; nil: as this machine does.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	read    atomic.Int64
	mu      sync.Mutex
	refused []string
	open    map[net.Conn]bool
	closed  bool
}

// Times of the proxy.
const (
	dialTime   = 15 * time.Second
	headerTime = 30 * time.Second
)

// mostRefused bounds the refusals that are kept.
const mostRefused = 5

// Loopback is the host by which clients that never use a proxy for this machine name a registry of the operator's on it.
const Loopback = "loopback.invalid"

// Serve answers the connections of a listener until it is closed; then it closes them.
func (p *Proxy) Serve(l net.Listener) {
	transport := &http.Transport{DialContext: p.dial, ResponseHeaderTimeout: headerTime, MaxResponseHeaderBytes: 64 << 10, DisableCompression: true}
	plain := &httputil.ReverseProxy{
		Transport: transport,
		Rewrite:   func(r *httputil.ProxyRequest) { r.Out.Header.Del("Proxy-Connection") },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusForbidden)
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	server := &http.Server{ReadHeaderTimeout: headerTime, MaxHeaderBytes: 64 << 10, ErrorLog: log.New(io.Discard, "", 0)}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			p.tunnel(w, r)
		case r.URL.Scheme != "http" || r.URL.Host == "":
			http.Error(w, "agon's proxy serves requests to registries only", http.StatusBadRequest)
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
	why := fmt.Sprintf(format, args...)
	if len(p.refused) < mostRefused && !slices.Contains(p.refused, why) {
		p.refused = append(p.refused, why)
	}
	return errors.New(why)
}

// tunnel connects a client with a registry.
func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	far, err := p.dial(r.Context(), "tcp", r.Host)
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

// dial connects to a registry, or returns an error that says why it does not.
func (p *Proxy) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, p.refuse("%q is not the address of a registry: want HOST:PORT", address)
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	address, named := p.named(host, port)
	if !named && (port != "443" || !slices.Contains(p.Registries, host)) {
		return nil, p.refuse("%q is not a registry that agon fetches from (those are %s): use a registry's package, or put what the bot needs into its folder", address, p.list())
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var c net.Conn
	switch through := upstream(address); {
	case named:
		c, err = new(net.Dialer).DialContext(ctx, "tcp", address)
	case through != nil:
		c, err = connect(ctx, through, address)
	default:
		return p.dialChecked(ctx, host, port)
	}
	if err != nil {
		return nil, p.refuse("the registry %q cannot be reached: %v", address, err)
	}
	return p.meter(c, host)
}

// named returns the address of a registry that the operator has named.
func (p *Proxy) named(host, port string) (string, bool) {
	address := net.JoinHostPort(host, port)
	if host != Loopback {
		return address, slices.Contains(p.Named, address)
	}
	for _, n := range p.Named {
		if h, at, _ := net.SplitHostPort(n); at == port && IsLoopback(h) {
			return n, true
		}
	}
	return address, false
}

// IsLoopback reports whether a host of an address is this machine.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

func (p *Proxy) list() string { return strings.Join(slices.Concat(p.Registries, p.Named), ", ") }

// dialChecked resolves a host, checks every address, and connects to one that was checked.
func (p *Proxy) dialChecked(ctx context.Context, host, port string) (c net.Conn, err error) {
	lookup := p.Lookup
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	all, err := lookup(ctx, host)
	if err != nil {
		return nil, p.refuse("the registry %q cannot be found: %v", host, err)
	}
	for _, a := range all {
		if !beyond(a) {
			return nil, p.refuse("the registry %q leads into a private network; if that is meant, name it in the configuration of the package manager on this machine (GOPROXY, npm_config_registry)", host)
		}
	}
	err = fmt.Errorf("the registry %q has no address", host)
	for _, a := range all {
		if c, err = new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(a.Unmap().String(), port)); err == nil {
			return p.meter(c, host)
		}
	}
	return nil, p.refuse("the registry %q cannot be reached: %v", host, err)
}

// upstream returns the operator's own proxy for an address; nil: none.
func upstream(address string) *url.URL {
	u, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: address}})
	if err != nil || u == nil || u.Scheme != "http" {
		return nil
	}
	return u
}

// connect connects through the operator's proxy.
func connect(ctx context.Context, through *url.URL, address string) (net.Conn, error) {
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

// metered is a connection to a registry of which every byte that it sends counts.
type metered struct {
	net.Conn
	of   *Proxy
	host string
}

// meter keeps a connection, to be closed with the proxy.
func (p *Proxy) meter(c net.Conn, host string) (net.Conn, error) {
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
	return &metered{c, p, host}, nil
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	if m.of.read.Add(int64(n)) > m.of.Bytes {
		m.Close()
		return 0, m.of.refuse("the registry %q sent more: at most %d MiB are fetched for a bot", m.host, m.of.Bytes>>20)
	}
	return n, err
}

func (m *metered) Close() error {
	m.of.mu.Lock()
	delete(m.of.open, m.Conn)
	m.of.mu.Unlock()
	return m.Conn.Close()
}
