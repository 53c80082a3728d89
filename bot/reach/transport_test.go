package reach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// kib is a bound that tests reach.
const kib = 1 << 10

// newVictim serves what nobody may reach, and counts who does.
func newVictim(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a service of this machine was asked") }))
	t.Cleanup(s.Close)
	return s
}

func parsed(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// named returns a transport to the server of an address.
func named(t *testing.T, address string) *Transport {
	by := &Transport{Servers: Servers{Named: Name(parsed(t, address)), Public: true}, Bounds: Bounds{Bytes: 64 * kib}}
	t.Cleanup(by.CloseIdleConnections)
	return by
}

// TestTransportFollowsNoRedirectInside: what the operator has named is reached wherever it is, and leads nowhere else on this machine or
// its network.
func TestTransportFollowsNoRedirectInside(t *testing.T) {
	victim := newVictim(t)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(victim.URL, "http://"))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		io.WriteString(w, "a repository")
	}))
	defer host.Close()
	by := named(t, host.URL)
	if got := get(Client(by), host.URL+"/x?to="+url.QueryEscape(host.URL+"/y")); got != "200 OK a repository" {
		t.Errorf("what is named: %q", got)
	}
	for to, want := range map[string]error{
		victim.URL: ErrPlain, "http://localhost:" + port: ErrPlain, "http://169.254.169.254/latest": ErrPlain,
		"https://127.0.0.1:" + port: ErrPrivate,
		"https://localhost:" + port: ErrPrivate, "https://[::ffff:127.0.0.1]:" + port: ErrPrivate, "https://10.0.0.1": ErrPrivate,
		"https://2130706433:" + port: nil,
	} {
		a, err := Client(by).Get(host.URL + "/x?to=" + url.QueryEscape(to))
		if err == nil {
			a.Body.Close()
		}
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("a redirect to %s: %v; want %v", to, err, want)
		}
	}
}

// TestTransportResolvesOnce: a name that resolves to another address a moment later leads nowhere else, whether it is named or a
// redirect's.
func TestTransportResolvesOnce(t *testing.T) {
	for _, named := range []bool{true, false} {
		by := &Transport{Servers: Servers{Public: true}, Bounds: Bounds{Bytes: kib}}
		if named {
			by.Named = []string{"rebound.example:443"}
		}
		asked := 0
		by.Lookup = func(context.Context, string) ([]netip.Addr, error) {
			if asked++; asked == 1 {
				return []netip.Addr{netip.MustParseAddr("8.8.8.8")}, nil
			}
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		}
		to, err := by.server("Rebound.example.", "443", false)
		if err != nil {
			t.Fatal(err)
		}
		if at, err := by.resolved(t.Context(), to); err != nil || at[0].String() != "8.8.8.8" {
			t.Errorf("named %v: %v, %v", named, at, err)
		}
		if _, err := by.resolved(t.Context(), to); !errors.Is(err, ErrPrivate) {
			t.Errorf("named %v: %v", named, err)
		}
	}
}

// TestBounds: a server that sends too much, nothing, or a byte from time to time is given up.
func TestBounds(t *testing.T) {
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless":
			for part := make([]byte, kib); r.Context().Err() == nil; {
				w.Write(part)
			}
		case "/silent":
			<-r.Context().Done()
		case "/stuck":
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/slow":
			for r.Context().Err() == nil {
				io.WriteString(w, "x")
				w.(http.Flusher).Flush()
			}
		}
	}))
	defer host.Close()
	for path, tt := range map[string]struct {
		bytes      int64
		idle, time time.Duration
		want       string
	}{
		"/endless": {64 * kib, 0, 0, "sent more than the 0 MiB"},
		"/silent":  {kib, 50 * time.Millisecond, 0, "timeout"},
		"/stuck":   {kib, 50 * time.Millisecond, 0, "nothing came for 50ms"},
		"/slow":    {1 << 30, 0, 100 * time.Millisecond, "it takes more than 100ms"},
	} {
		by := &Transport{Servers: Servers{Named: Name(parsed(t, host.URL))}, Bounds: Bounds{Bytes: tt.bytes, Idle: tt.idle, Time: tt.time}}
		if got := get(Client(by), host.URL+path); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q; want %q", path, got, tt.want)
		}
		by.CloseIdleConnections()
	}
}

// TestIdleTunnel: a tunnel in which nothing comes is closed.
func TestIdleTunnel(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	p := &Proxy{Bounds: Bounds{Bytes: kib, Idle: 50 * time.Millisecond}}
	p.Named = []string{silent.Addr().String()}
	at, err := serve(t, p).Transport.(*http.Transport).Proxy(httptest.NewRequest(http.MethodGet, "http://x", nil))
	if err != nil {
		t.Fatal(err)
	}
	c, err := tunnelled(deadline(t), at, silent.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if text, err := io.ReadAll(c); len(text) > 0 || err != nil && t.Context().Err() != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// TestThroughAnotherProxy: where this machine has a proxy of its own, a name is resolved here before it is handed on, and one that leads
// into a private network is not; one that cannot be resolved here is if that is allowed.
func TestThroughAnotherProxy(t *testing.T) {
	var asked atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer other.Close()
	lookups := map[string]func(context.Context, string) ([]netip.Addr, error){
		"public": func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("8.8.8.8")}, nil
		},
		"private": func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
		},
		"unknown": func(context.Context, string) ([]netip.Addr, error) {
			return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
		},
	}
	for _, tt := range []struct {
		lookup     string
		unresolved bool
		asked      int64
		want       string
	}{
		{"public", false, 1, ""}, {"private", false, 0, ErrPrivate.Error()}, {"private", true, 0, ErrPrivate.Error()},
		{"unknown", false, 0, ErrUnresolved.Error()}, {"unknown", true, 1, ""},
	} {
		set := func(s *Servers) {
			s.Registries, s.Unresolved, s.Lookup = []string{"registry.example"}, tt.unresolved, lookups[tt.lookup]
			s.Upstream = http.ProxyURL(parsed(t, other.URL))
		}
		by := &Transport{Bounds: Bounds{Bytes: kib}}
		set(&by.Servers)
		p := &Proxy{Bounds: Bounds{Bytes: kib}}
		set(&p.Servers)
		through := serve(t, p)
		for name, text := range map[string]func() string{
			"the transport": func() string { return get(Client(by), "https://registry.example/x") },
			"the proxy":     func() string { get(through, "https://registry.example/x"); return fmt.Sprint(p.Refused()) },
		} {
			asked.Store(0)
			if got := text(); !strings.Contains(got, tt.want) || asked.Load() != tt.asked {
				t.Errorf("%s, a name that is %s here, unresolved %v: %q; this machine's proxy is asked %d times, want %d",
					name, tt.lookup, tt.unresolved, got, asked.Load(), tt.asked)
			}
		}
		by.CloseIdleConnections()
	}
}
