package moves

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"agon/site/people"
)

// A pair is one end of two pipes.
type pair struct {
	*io.PipeReader
	*io.PipeWriter
}

// Close closes both pipes.
func (p pair) Close() error {
	p.PipeReader.Close()
	return p.PipeWriter.Close()
}

// A hall has sessions whose processes answer what the request says: "{…}" itself, "silence" nothing, "end" the end.
type hall struct {
	*Sessions
	t      *testing.T
	ended  chan string // the references of processes that ended
	silent chan bool   // one element for each request that is not answered
}

func open(t *testing.T, l Limits) *hall {
	h := &hall{t: t, ended: make(chan string, 100), silent: make(chan bool, 100)}
	h.Sessions = New(h.start, l)
	t.Cleanup(h.End)
	return h
}

func (h *hall) start(ctx context.Context, _, ref string) (io.ReadWriteCloser, error) {
	if ref == "broken" {
		return nil, errors.New("the host fails")
	}
	fromA, toB := io.Pipe()
	fromB, toA := io.Pipe()
	here, there := pair{fromA, toA}, pair{fromB, toB}
	go func() {
		defer func() { h.ended <- ref }()
		defer there.Close()
		for in := bufio.NewScanner(there); in.Scan(); {
			switch text := in.Text(); text {
			case "silence":
				h.silent <- true
			case "end":
				return
			default:
				io.WriteString(there, text+"\n")
			}
		}
	}()
	return here, nil
}

func (h *hall) must(person int64, ref string) string {
	h.t.Helper()
	id, err := h.Open(person, "file", ref, []byte("{}"))
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// refused checks that an error says something to its reader.
func refused(t *testing.T, err error, says string) {
	t.Helper()
	var wrong *people.Problem
	if !errors.As(err, &wrong) || !strings.Contains(wrong.Text, says) {
		t.Errorf("%v does not say %q", err, says)
	}
}

// over waits for the end of a process, and checks that its session is over.
func (h *hall) over(person int64, id, ref string) {
	h.t.Helper()
	if got := <-h.ended; got != ref {
		h.t.Errorf("%s ended, and not %s", got, ref)
	}
	if _, err := h.Move(person, id, []byte("{}")); !errors.Is(err, people.ErrNobody) {
		h.t.Error("the session is not over:", err)
	}
}

func TestSessionsAreBounded(t *testing.T) {
	h := open(t, Limits{Person: 2, All: 3, Hourly: 4})
	a := h.must(1, "a")
	h.must(1, "b")
	_, err := h.Open(1, "file", "x", []byte("{}"))
	refused(t, err, "2 games with bots of this site are yours already")
	c := h.must(2, "c")
	_, err = h.Open(3, "file", "x", []byte("{}"))
	refused(t, err, "play in 3 games already")
	if _, err := h.Move(2, a, []byte("{}")); !errors.Is(err, people.ErrNobody) {
		t.Error("somebody else moves:", err)
	}
	if err := h.Close(2, a); !errors.Is(err, people.ErrNobody) {
		t.Error("somebody else ends it:", err)
	}
	if err := h.Close(2, c); err != nil {
		t.Error(err)
	}
	h.over(2, c, "c")
	if _, err := h.Open(3, "file", "broken", []byte("{}")); err == nil || !strings.Contains(err.Error(), "the host fails") {
		t.Error(err)
	}
	for range 3 { // a session that was never open takes no place
		h.Close(3, h.must(3, "d"))
		<-h.ended
	}
	_, err = h.Open(3, "file", "x", []byte("{}"))
	refused(t, err, "begun 4 games")
}

// Whatever ends a session ends its process.
func TestHowSessionsEnd(t *testing.T) {
	for _, tt := range []struct {
		name    string
		limits  Limits
		request string // "": none
		says    string // the refusal; "": none
	}{
		{"nobody asks", Limits{Idle: time.Millisecond}, "", ""},
		{"its time is over", Limits{Lasts: time.Millisecond}, "", ""},
		{"the bot is silent", Limits{Wait: time.Millisecond}, "silence", "no answer within 1ms"},
		{"the process ends", Limits{}, "end", "The session has ended"},
		{"a refusal", Limits{}, `{"refused":"the games differ"}`, "the games differ."},
		{"too much thought", Limits{Thinks: time.Second}, `{"wall_us":5,"cpu_us":1000001}`, "has used its 1s"},
		{"too many requests", Limits{Requests: 1}, "{}", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t, tt.limits)
			id, err := h.Open(1, "file", "a", []byte("{}"))
			if err == nil && tt.request != "" {
				_, err = h.Move(1, id, []byte(tt.request))
			}
			if tt.limits.Requests == 1 {
				_, err = h.Move(1, id, []byte(tt.request))
				refused(t, err, "more than 1 requests")
			}
			if tt.says != "" {
				refused(t, err, tt.says)
			}
			h.over(1, id, "a")
		})
	}
}

// A silent session delays its own requests alone.
func TestASilentSessionDelaysNobody(t *testing.T) {
	h := open(t, Limits{})
	silent, other := h.must(1, "silent"), h.must(2, "other")
	done := make(chan error)
	go func() {
		_, err := h.Move(1, silent, []byte("silence"))
		done <- err
	}()
	<-h.silent
	_, err := h.Move(1, silent, []byte("{}"))
	refused(t, err, "has a request already")
	for range 10 {
		if answer, err := h.Move(2, other, []byte(`{"word":"UP"}`)); err != nil || string(answer) != `{"word":"UP"}` {
			t.Fatal(string(answer), err)
		}
	}
	if err := h.Close(1, silent); err != nil {
		t.Error(err)
	}
	refused(t, <-done, "The session has ended")
}

// The end of the site ends every session, and none begins after it.
func TestEnd(t *testing.T) {
	h := open(t, Limits{})
	h.must(1, "a")
	h.must(2, "b")
	h.End()
	<-h.ended
	<-h.ended
	_, err := h.Open(3, "file", "c", []byte("{}"))
	refused(t, err, "about to stop")
}
