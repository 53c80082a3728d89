//go:build unix

package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// events are a stream of a test.
type events struct {
	mu   sync.Mutex
	list [][]byte
	done bool
	more chan struct{}
}

func (e *events) add(event string, done bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.list, e.done = append(e.list, []byte(event)), done
	close(e.more)
	e.more = make(chan struct{})
}

func (e *events) news(at place) (event []byte, then place, done bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if at.shots == len(e.list) {
		return nil, at, e.done
	}
	return e.list[at.shots], place{shots: at.shots + 1}, e.done && at.shots+1 == len(e.list) // a part at a time, as films are sent
}

func (e *events) wait(ctx context.Context, at place) {
	e.mu.Lock()
	news, more := len(e.list) > at.shots, e.more
	e.mu.Unlock()
	if news {
		return
	}
	select {
	case <-more:
	case <-ctx.Done():
	}
}

// A fanned stream is served by a fanout alone.
type fanned struct {
	events
	*fanout
	limits *limits
	may    atomic.Bool
	at     string // its address
}

func newFanned(t *testing.T) *fanned {
	s := &fanned{events: events{more: make(chan struct{})}, limits: newLimits(1000, 1000)}
	s.fanout = &fanout{source: &s.events, beat: beatComment}
	s.may.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream, leave, _ := s.limits.streamEvents(w, r, "test")
		if !stream.send([]byte(": begin\n\n")) || !s.take(stream, While(r, s.may.Load), place{}, leave) {
			t.Error("the connection is not taken")
		}
	}))
	t.Cleanup(server.Close)
	s.at = server.URL
	return s
}

// open returns the body of a new reader's response.
func (s *fanned) open(t *testing.T) io.ReadCloser {
	t.Helper()
	answer, err := http.Get(s.at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer.Body
}

// gone waits until no reader is left.
func (s *fanned) gone(t *testing.T) {
	t.Helper()
	for {
		s.limits.mu.Lock()
		n := s.limits.total
		s.limits.mu.Unlock()
		if n == 0 {
			return
		}
		if t.Context().Err() != nil {
			t.Fatalf("%d readers are left", n)
		}
		s.add(": more\n\n", false) // a closed connection is noticed by a write
	}
}

// Readers get every byte in order and then the end, also one who reads nothing until all others have everything.
func TestAReaderWhoWaitsHoldsUpNobody(t *testing.T) {
	s := newFanned(t)
	slow := s.open(t)
	const readers, parts = 20, 60
	var want strings.Builder
	want.WriteString(": begin\n\n")
	for i := range parts {
		fmt.Fprintf(&want, "data: %d %s\n\n", i, strings.Repeat("x", 300<<10)) // all are more than a system buffers
	}
	got := make([]int64, readers)
	var read sync.WaitGroup
	for i := range readers {
		body := s.open(t)
		read.Go(func() { got[i], _ = io.Copy(io.Discard, body) })
	}
	for i := range parts {
		s.add(fmt.Sprintf("data: %d %s\n\n", i, strings.Repeat("x", 300<<10)), i == parts-1)
	}
	read.Wait()
	for i, n := range got {
		if n < int64(want.Len()) {
			t.Errorf("reader %d got %d of %d bytes", i, n, want.Len())
		}
	}
	text, err := io.ReadAll(slow)
	if err != nil || strings.ReplaceAll(string(text), string(beatComment), "") != want.String() {
		t.Errorf("the slow reader got %d of %d bytes, %v", len(text), want.Len(), err)
	}
	s.gone(t)
}

// A stream that is not allowed any more ends before its next event.
func TestAStreamEndsWhileItIsForbidden(t *testing.T) {
	s := newFanned(t)
	body := s.open(t)
	s.add("data: public\n\n", false)
	head := make([]byte, len(": begin\n\ndata: public\n\n"))
	if _, err := io.ReadFull(body, head); err != nil || !strings.Contains(string(head), "public") {
		t.Fatalf("%q, %v", head, err)
	}
	s.may.Store(false)
	s.add("data: secret\n\n", false)
	if rest, _ := io.ReadAll(body); strings.Contains(string(rest), "secret") {
		t.Errorf("it goes on with %q", rest)
	}
	s.gone(t)
}

// A reader who goes away is noticed, whether the connection is closed or reset.
func TestAReaderWhoGoesIsForgotten(t *testing.T) {
	s := newFanned(t)
	s.open(t).Close()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := conn.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
	s.gone(t)
}

// Readers who never read are dropped when what waits for them is too much, and others go on.
func TestWhatWaitsIsBounded(t *testing.T) {
	s := newFanned(t)
	honest, got := s.open(t), make(chan error, 1)
	var read counter
	go func() {
		_, err := io.Copy(&read, honest)
		got <- err
	}()
	big := "data: " + strings.Repeat("x", mostWaiting/4) + "\n\n"
	total := 0
	for i := range 12 { // each is at a place of its own: nothing is shared
		s.open(t)
		event := fmt.Sprintf("%d%s", i, big)
		total += len(event)
		s.add(event, false)
		for read.Load() < int64(total) && len(got) == 0 { // else it might read as little as the others
			runtime.Gosched()
		}
	}
	for {
		s.fanout.mu.Lock()
		waiting, readers := s.fanout.waiting, len(s.fanout.readers)
		s.fanout.mu.Unlock()
		if waiting > mostWaiting {
			t.Fatalf("%d bytes wait for %d readers", waiting, readers)
		}
		if readers < 12 {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("nobody is dropped")
		}
	}
	s.add("data: the end\n\n", true)
	if err := <-got; err != nil || read.Load() < int64(total) {
		t.Errorf("a reader gets %d of %d bytes, %v", read.Load(), total, err)
	}
}

// A counter counts the bytes that are written to it.
type counter struct{ atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.Add(int64(len(p)))
	return len(p), nil
}
