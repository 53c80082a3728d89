package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agon/internal/tier"
)

// raw opens a connection to the server and sends some text.
func (s *servedSite) raw(text string) (net.Conn, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.address, "http://"))
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(conn, text); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// answers fails the test unless the server answers a visitor.
func (s *servedSite) answers() {
	s.t.Helper()
	resp, err := http.Get(s.address + "/c/evening")
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || !strings.Contains(string(text), "Open evening") {
		s.t.Errorf("%d %v", resp.StatusCode, err)
	}
}

// uploads are the heads of uploads, which say that they are longer than what is sent.
func uploads(host, token string) map[string]string {
	head := "Host: " + host + "\r\nAuthorization: Bearer " + token + "\r\nContent-Length: 1000000\r\n"
	return map[string]string{
		"a form": "POST /c/evening/submit HTTP/1.1\r\n" + head + "Content-Type: multipart/form-data; boundary=x\r\n\r\n" +
			"--x\r\nContent-Disposition: form-data; name=\"bot\"\r\n\r\nFlood\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; " +
			"filename=\"bot.py\"\r\n\r\nprint(1)\r\n",
		"a file": "POST /api/v1/contests/evening/bots?bot=Flood&file=bot.py HTTP/1.1\r\n" + head +
			"Content-Type: application/octet-stream\r\n\r\nprint(1)\n",
	}
}

// TestCutUploads: an upload that is cut in the middle leaves nothing, one that dribbles holds up nobody, and a head that never ends is cut
// off.
func TestCutUploads(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.start()
	defer s.stop()
	olga := s.join(s.invited, "Olga")
	token := olga.token()
	c := &caller{t, s.address, token}
	host := strings.TrimPrefix(s.address, "http://")
	for name, text := range uploads(host, token) {
		conn, err := s.raw(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil) // when the upload has been given up
		if err != nil {
			t.Fatal(name, err)
		}
		text, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 422 || !strings.Contains(string(text), "did not arrive whole") {
			t.Errorf("%s that is cut: %d %s", name, resp.StatusCode, text)
		}
		conn.Close()
	}
	if left, err := os.ReadDir(filepath.Join(s.dir, "submitted")); err != nil || len(left) > 0 {
		t.Errorf("of cut uploads is left: %v, %v", left, err)
	}
	if _, text := c.call("GET", "/api/v1/contests/evening/bots", nil); strings.TrimSpace(text) != "[]" {
		t.Errorf("a cut upload made a bot: %s", text)
	}

	var dribbling []net.Conn
	for range 50 {
		for _, text := range uploads(host, token) {
			conn, err := s.raw(text)
			if err != nil {
				t.Fatal(err)
			}
			dribbling = append(dribbling, conn)
		}
	}
	s.answers()
	if code, text := c.call("POST", "/api/v1/contests/evening/bots?bot=Flood&file=bot.py",
		[]byte(fmt.Sprintf(siteWalker, "return Move.UP"))); code != 202 {
		t.Errorf("beside uploads that dribble: %d %s", code, text)
	}
	for _, conn := range dribbling {
		conn.Close()
	}

	slow, err := s.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nX-Slow: ")
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if text, err := io.ReadAll(slow); err != nil || strings.Contains(string(text), "200 OK") {
		t.Errorf("a head that never ends is answered with %s, %v", text, err)
	}
	if code, text := c.call("GET", "/readyz", nil); code != 200 {
		t.Errorf("afterwards: %d %s", code, text)
	}
}

// manyConnections is how many connections a visitor opens and leaves silent.
const manyConnections = 10_000

// TestManyConnections: a visitor with ten thousand silent connections keeps nobody else out.
func TestManyConnections(t *testing.T) {
	tier.Alone(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.start()
	defer s.stop()
	var mu sync.Mutex
	var open []net.Conn
	var wait sync.WaitGroup
	failed := make(chan error, 8)
	for range 8 {
		wait.Go(func() {
			for range manyConnections / 8 {
				conn, err := s.raw("")
				if err != nil {
					failed <- err
					return
				}
				mu.Lock()
				open = append(open, conn)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	defer func() {
		for _, conn := range open {
			conn.Close()
		}
	}()
	select {
	case err := <-failed:
		if len(open) < manyConnections/10 {
			t.Fatal(err)
		}
		t.Logf("this process may open %d connections: %v", len(open), err)
		for _, conn := range open[:100] { // so that the test itself can ask
			conn.Close()
		}
	default:
	}
	s.answers()
	olga := s.join(s.invited, "Olga")
	if text := olga.text("/account"); !strings.Contains(text, "Olga") {
		t.Error("nobody can sign in")
	}
	// The server closes them itself: each has brought no request within the time for a head.
	if _, err := open[len(open)-1].Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("a silent connection ends with %v", err)
	}
	s.answers()
}
