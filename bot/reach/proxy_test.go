package reach

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// serve serves a proxy and returns a client of it.
func serve(t *testing.T, p *Proxy) *http.Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Serve(l)
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	at := &url.URL{Scheme: "http", Host: l.Addr().String()}
	transport := &http.Transport{Proxy: http.ProxyURL(at)}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// get returns an answer's status and text, or the error.
func get(c *http.Client, address string) string {
	a, err := c.Get(address)
	if err != nil {
		return err.Error()
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return err.Error()
	}
	return a.Status + " " + string(text)
}

// TestProxyRefuses: only registries are connected to, and only at addresses outside of private networks; nobody else is asked.
func TestProxyRefuses(t *testing.T) {
	var asked atomic.Int64
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer victim.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(victim.URL, "http://"), ":")
	private := []string{"127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1",
		"::1",
		"fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"}
	for _, at := range private {
		first := true
		p := &Proxy{Bounds: Bounds{Bytes: 1 << 20}}
		p.Registries, p.Lookup = []string{"registry.example"}, func(context.Context, string) ([]netip.Addr, error) {
			all := []netip.Addr{netip.MustParseAddr(at)}
			if first {
				first = false
				return append([]netip.Addr{netip.MustParseAddr("8.8.8.8")}, all...), nil
			}
			return all, nil
		}
		c := serve(t, p)
		for range 2 {
			get(c, "https://registry.example/x")
		}
		if text := strings.Join(p.Refused(), "\n"); !strings.Contains(text, `"registry.example" leads into a private network`) {
			t.Errorf("%s: %q", at, text)
		}
	}
	p := &Proxy{Servers: Servers{Registries: []string{"registry.example"}}, Bounds: Bounds{Bytes: 1 << 20}}
	c := serve(t, p)
	for _, address := range []string{
		victim.URL, "http://localhost:" + port, "http://registry.example", "https://registry.example:" + port, "https://127.0.0.1:" + port,
		"http://169.254.169.254/latest", "http://" + Loopback + ":" + port, "https://registry.example.evil.example",
	} {
		if got := get(c, address); !strings.Contains(got, "403") && !strings.Contains(got, "Forbidden") {
			t.Errorf("%s: %q", address, got)
		}
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("a service of this machine was asked %d times", n)
	}
}

// TestProxyReachesTheOperatorsRegistry: at the exact host and port that the operator has named, by both names, and no further by a
// redirect.
func TestProxyReachesTheOperatorsRegistry(t *testing.T) {
	var asked atomic.Int64
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer victim.Close()
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, victim.URL, http.StatusFound)
		case "/metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
		case "/huge":
			w.Write(make([]byte, 1<<20))
		default:
			io.WriteString(w, "a package")
		}
	}))
	defer registry.Close()
	at := strings.TrimPrefix(registry.URL, "http://")
	p := &Proxy{Servers: Servers{Named: []string{at}}, Bounds: Bounds{Bytes: 256 << 10}}
	c := serve(t, p)
	_, port, _ := strings.Cut(at, ":")
	for path, want := range map[string]string{
		registry.URL + "/x": "200 OK a package", "http://" + Loopback + ":" + port + "/x": "200 OK a package",
		registry.URL + "/away": "403", registry.URL + "/metadata": "403",
	} {
		if got := get(c, path); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
	if asked.Load() > 0 {
		t.Error("a redirect was followed")
	}
	get(c, registry.URL+"/huge")
	if text := strings.Join(p.Refused(), "\n"); !strings.Contains(text, "that are fetched at most") {
		t.Errorf("%q", text)
	}
}
