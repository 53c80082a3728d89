package httpserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// visit asks for the page from a loopback address of its own, and returns what it says, or an error.
func visit(from, server string) (string, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	client := http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}, Timeout: time.Minute}
	answer, err := client.Get("http://" + server + "/")
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

// TestFloods: connections of one address, and of all, are bounded; who is flooded out comes in again when the flood has gone, and visitors
// of other addresses notice nothing of the flood of one.
func TestFloods(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.0.2")}}).Dial("tcp", l.Addr().String()); err != nil {
		t.Skipf("this system has one loopback address: %v", err)
	} else {
		c.Close()
	}
	if first, err := l.Accept(); err != nil { // so that it is none of those that are counted
		t.Fatal(err)
	} else {
		first.Close()
	}
	limited := bound(l, 8, 12)
	server := New(context.Background(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "here") }))
	go server.Serve(limited)
	defer server.Close()

	flood := func(from string, n int) (conns []net.Conn) {
		for range n {
			c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			conns = append(conns, c)
		}
		return conns
	}
	held := func() int {
		limited.mu.Lock()
		defer limited.mu.Unlock()
		return limited.total
	}
	await := func(n int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); held() != n; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d connections are held, want %d", held(), n)
			}
		}
	}
	conns := flood("127.0.0.2", 50)
	await(8)
	if text, err := visit("127.0.0.2", l.Addr().String()); err == nil {
		t.Errorf("the flooding address is answered %q", text)
	}
	if text, err := visit("127.0.0.3", l.Addr().String()); err != nil || text != "here" {
		t.Errorf("a visitor beside a flood gets %q: %v", text, err)
	}
	await(8)
	conns = append(conns, flood("127.0.0.4", 50)...)
	await(12)
	for _, c := range conns {
		c.Close()
	}
	await(0)
	if text, err := visit("127.0.0.2", l.Addr().String()); err != nil || text != "here" {
		t.Errorf("after the flood its address gets %q: %v", text, err)
	}
	await(0)
	if len(limited.held) != 0 {
		t.Errorf("%v are remembered", limited.held)
	}
}

func TestIsLoopback(t *testing.T) {
	for host, want := range map[string]bool{"localhost:80": true, "127.0.0.1": true, "127.9.9.9:1": true, "[::1]:80": true,
		"example.org": false, "localhost.example.org": false, "10.0.0.1:80": false, "": false} {
		if IsLoopback(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
}
