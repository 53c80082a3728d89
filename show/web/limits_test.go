package web

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"agon/internal/httpserver"
	"agon/show/film"
)

// site serves a film with a test's own limits.
func site(t *testing.T, f *film.Film, change func(*gameSite)) (*gameSite, *httptest.Server) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	s := newGameSite(f, server.Listener.Addr().String())
	change(s)
	server.Config = httpserver.New(t.Context(), s)
	server.Config.ConnState = func(c net.Conn, state http.ConnState) {
		if tcp, ok := c.(*net.TCPConn); ok && state == http.StateNew {
			tcp.SetWriteBuffer(1 << 12) // keeps the buffer between the server and a reader small
		}
	}
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return s, server
}

// growing returns a film of a game that is not over.
func growing(t *testing.T) *film.Film {
	f := film.New(makeFilm(t, 3, 5).Info)
	return f
}

// streams returns the number of open streams.
func (l *limits) streams() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// sooner waits until a condition holds.
func sooner(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); {
		if time.Now().After(end) {
			t.Fatalf("it does not come to pass: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// Streams are limited per address and in total; a visitor that leaves makes room.
func TestStreamsAreBounded(t *testing.T) {
	for name, l := range map[string]*limits{"per address": newLimits(3, 100), "in all": newLimits(100, 3)} {
		t.Run(name, func(t *testing.T) {
			_, server := site(t, growing(t), func(s *gameSite) { s.limits = l })
			var open []*http.Response
			for range 3 {
				answer := get(t, server.URL+"/stream", nil)
				if answer.StatusCode != http.StatusOK {
					t.Fatalf("a stream within the limits: %s", answer.Status)
				}
				open = append(open, answer)
			}
			answer := get(t, server.URL+"/stream", nil)
			if text := body(t, answer); answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" ||
				!strings.Contains(text, "too many are watching") {
				t.Errorf("one stream too many: %s %q", answer.Status, text)
			}
			if answer := get(t, server.URL+"/", nil); answer.StatusCode != http.StatusOK {
				t.Errorf("the page itself: %s", answer.Status)
			}
			open[0].Body.Close()
			sooner(t, "a stream that was left is given back", func() bool { return l.streams() == 2 })
			if answer := get(t, server.URL+"/stream", nil); answer.StatusCode != http.StatusOK {
				t.Errorf("after one has left: %s", answer.Status)
			}
		})
	}
}

// A visitor that opens a stream and reads nothing is dropped, regardless of the length of the game.
func TestSlowReadersAreDropped(t *testing.T) {
	f := makeFilm(t, 9, 2000)
	s, server := site(t, f, func(s *gameSite) { s.limits.write = time.Second / 2 })
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetReadBuffer(1 << 10)
	}
	if _, err := io.WriteString(c, "GET /stream HTTP/1.1\r\nHost: "+server.Listener.Addr().String()+
		"\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 12) // the stream has begun
	if _, err := io.ReadFull(c, first); err != nil || string(first) != "HTTP/1.1 200" {
		t.Fatalf("%q, %v", first, err)
	}
	sooner(t, "the reader is dropped", func() bool { return s.limits.streams() == 0 })
	rest, _ := io.ReadAll(c) // the content of the buffers between
	if whole := len(reel(f, true)); len(rest) >= whole {
		t.Errorf("%d bytes came, and the game has %d: nobody was dropped", len(rest), whole)
	}
}

// The time limit of a request does not apply to its response: a stream lasts.
func TestStreamsOutliveTheTimeOfRequests(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	s := newGameSite(growing(t), server.Listener.Addr().String())
	server.Config = httpserver.New(t.Context(), s)
	server.Config.ReadTimeout = 10 * time.Millisecond
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	lines := bufio.NewScanner(get(t, server.URL+"/stream", nil).Body)
	for beats := 0; beats < 3; {
		if !lines.Scan() {
			t.Fatalf("the stream ends after %d beats: %v", beats, lines.Err())
		}
		if lines.Text() == "event: beat" {
			beats++
		}
	}
}

// Heads and bodies of requests are limited in size and time.
func TestRequestsAreBounded(t *testing.T) {
	server := httpserver.New(t.Context(), nil)
	if server.ReadHeaderTimeout <= 0 || server.ReadTimeout <= 0 || server.IdleTimeout <= 0 {
		t.Errorf("a request without an end holds a connection for ever: %+v", server)
	}
	_, running := site(t, makeFilm(t, 3, 5), func(s *gameSite) {
		s.mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			}
		})
	})
	for size, want := range map[int]int{100: http.StatusOK, bodyBytes + 1: http.StatusRequestEntityTooLarge} {
		answer, err := http.Post(running.URL+"/echo", "text/plain", strings.NewReader(strings.Repeat("a", size)))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a body of %d bytes: %s", size, answer.Status)
		}
	}
	long := get(t, running.URL+"/", func(r *http.Request) { r.Header.Set("X-Long", strings.Repeat("a", 2*httpserver.HeadBytes)) })
	if long.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a head of %d bytes: %s", 2*httpserver.HeadBytes, long.Status)
	}
}
