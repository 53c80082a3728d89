package reach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Servers are those that agon connects to for somebody else. The zero value has none.
type Servers struct {
	Named      []string // host:port that the operator has named, in lower case: at whatever address, and by http too
	Registries []string // hosts that are reached by TLS on port 443, at addresses outside of private networks
	Public     bool     // every server at a public address, by TLS
	Private    bool     // every server
	Unresolved bool     // names that this machine cannot resolve are left to its own proxy (HTTPS_PROXY)
	Fix        string   // what the operator can do where a server leads into a private network; empty: nothing

	// Lookup resolves a host; nil: as this machine does.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	// Upstream returns this machine's own proxy for a request; nil: as the environment says.
	Upstream func(*http.Request) (*url.URL, error)

	public sync.Map // whether a named host had public addresses alone when it was first connected to
}

// Why a server is not connected to.
var (
	ErrPrivate    = errors.New("leads into a private network")
	ErrPlain      = errors.New("is reached by http, which only servers that the operator names may be")
	ErrUnresolved = errors.New("has no address on this machine, so it is unknown where its own proxy (HTTPS_PROXY) would connect to")
	errLost       = errors.New("has no address")
	errOther      = errors.New("is none that agon fetches from")
)

// Name returns what Named needs for the server of an address that the operator has named. One that is named by http may lead to https.
func Name(u *url.URL) (named []string) {
	host := strings.ToLower(u.Hostname())
	named = []string{net.JoinHostPort(host, portOf(u))}
	if named[0] == net.JoinHostPort(host, "80") {
		named = append(named, net.JoinHostPort(host, "443"))
	}
	return named
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" || u.Scheme == "https" {
		return cmp.Or(port, "443")
	}
	return "80"
}

// A server is where a connection shall go.
type server struct {
	host, port string
	named      bool
}

func (s server) String() string { return net.JoinHostPort(s.host, s.port) }

// server returns the server at host and port, or why it is none of those that are connected to. plain says that http is spoken.
func (s *Servers) server(host, port string, plain bool) (server, error) {
	at := server{host: strings.ToLower(strings.TrimSuffix(host, ".")), port: port}
	at.named = slices.Contains(s.Named, at.String())
	if at.host == Loopback {
		for _, n := range s.Named {
			if h, p, _ := net.SplitHostPort(n); p == port && IsLoopback(h) {
				at.host, at.named = h, true
			}
		}
	}
	switch {
	case at.named, s.Private, !plain && s.Public, !plain && port == "443" && slices.Contains(s.Registries, at.host):
		return at, nil
	case plain && (s.Public || slices.Contains(s.Registries, at.host)):
		return at, fmt.Errorf("%q %w", at, ErrPlain)
	}
	return at, fmt.Errorf("%q %w", at, errOther)
}

// Loopback is the host by which clients that never use a proxy for this machine name a registry of the operator's on it.
const Loopback = "loopback.invalid"

// IsLoopback reports whether a host of an address is this machine.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// upstream returns this machine's own proxy for a request; nil: none.
func (s *Servers) upstream(r *http.Request) (*url.URL, error) {
	if s.Upstream != nil {
		return s.Upstream(r)
	}
	return http.ProxyFromEnvironment(r)
}

// left returns why a server is not left to this machine's own proxy, which resolves its name again; nil: it is.
func (s *Servers) left(ctx context.Context, to server) error {
	if to.named || s.Private {
		return nil
	}
	_, err := s.resolved(ctx, to)
	switch {
	case !errors.Is(err, errLost) || ctx.Err() != nil:
		return err
	case s.Unresolved:
		return nil
	}
	return fmt.Errorf("%q %w", to.host, ErrUnresolved)
}

// resolved returns the addresses of a server, each of which may be connected to.
func (s *Servers) resolved(ctx context.Context, to server) ([]netip.Addr, error) {
	lookup := s.Lookup
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	all, err := lookup(ctx, to.host)
	if err != nil {
		return nil, fmt.Errorf("%q %w: %w", to.host, errLost, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%q %w", to.host, errLost)
	}
	outside := Public
	if to.named || slices.Contains(s.Registries, to.host) {
		outside = beyond
	}
	public := !slices.ContainsFunc(all, func(a netip.Addr) bool { return !outside(a) })
	may := public || s.Private
	if to.named {
		was, known := s.public.LoadOrStore(to.String(), public)
		may = public || !known || !was.(bool)
	}
	if !may {
		return nil, fmt.Errorf("%q %w%s", to.host, ErrPrivate, s.Fix)
	}
	return all, nil
}

// dial connects to a server, at an address that was checked.
func (s *Servers) dial(ctx context.Context, to server) (c net.Conn, err error) {
	all, err := s.resolved(ctx, to)
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		if c, err = new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(a.Unmap().String(), to.port)); err == nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%q cannot be reached: %w", to, err)
}
