package notify

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

var alert = Alert{At: time.Unix(1772366400, 0), Contest: "Winter Cup", Bot: "flood", Text: "flood rests: it crashed.",
	Page: "http://localhost/c/cup/bots/1", Mail: []string{"paul@example.org"}}

func TestWebhook(t *testing.T) {
	var got map[string]any
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = nil
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	defer server.Close()
	send, err := Webhook(server.URL + "/secret-path")
	if err != nil {
		t.Fatal(err)
	}
	if err := send(t.Context(), alert); err != nil || got["bot"] != "flood" || got["agon"] != 1.0 || got["mail"] != nil ||
		got["Mail"] != nil {
		t.Errorf("%v: %v", got, err)
	}
	for _, status = range []int{http.StatusFound, http.StatusInternalServerError} {
		if err := send(t.Context(), alert); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%d: %v", status, err)
		}
	}
	server.Close()
	if err := send(t.Context(), alert); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
	for _, bad := range []string{"", "file:///etc/passwd", "example.org", "https://"} {
		if _, err := Webhook(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// mailServer takes one mail and returns what it was sent.
func mailServer(t *testing.T, refuse bool) (address string, mail <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	out := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var text strings.Builder
		fmt.Fprint(c, "220 test\r\n")
		lines, data := bufio.NewScanner(c), false
		for lines.Scan() {
			line := lines.Text()
			text.WriteString(line + "\n")
			switch {
			case data && line != ".":
			case data:
				data = false
				fmt.Fprint(c, "250 taken\r\n")
			case strings.HasPrefix(line, "DATA"):
				data = true
				fmt.Fprint(c, "354 go on\r\n")
			case strings.HasPrefix(line, "RCPT") && refuse:
				fmt.Fprint(c, "550 nobody\r\n")
			case strings.HasPrefix(line, "QUIT"):
				fmt.Fprint(c, "221 bye\r\n")
				out <- text.String()
				return
			default:
				fmt.Fprint(c, "250 fine\r\n")
			}
		}
		out <- text.String()
	}()
	return l.Addr().String(), out
}

func TestMail(t *testing.T) {
	at, got := mailServer(t, false)
	send, err := Mail(Post{Server: at, From: "agon@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	silent := alert
	silent.Mail = nil
	if err := send(t.Context(), silent); err != nil {
		t.Error(err)
	}
	if err := send(t.Context(), alert); err != nil {
		t.Fatal(err)
	}
	text := <-got
	for _, part := range []string{"MAIL FROM:<agon@example.org>", "RCPT TO:<paul@example.org>", "Subject: Winter Cup: flood",
		"flood rests: it crashed.", alert.Page} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	at, _ = mailServer(t, true)
	if send, err = Mail(Post{Server: at, From: "agon@example.org"}); err != nil {
		t.Fatal(err)
	}
	if err := send(t.Context(), alert); err == nil || !strings.Contains(err.Error(), at) {
		t.Error(err)
	}
	for _, bad := range []Post{{}, {Server: "localhost", From: "a@b.example"}, {Server: "localhost:smtp", From: "a@b.example"},
		{Server: at, From: "nobody"}} {
		if _, err := Mail(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// A server that is silent ends with the caller's patience.
func TestASilentMailServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	send, err := Mail(Post{Server: l.Addr().String(), From: "agon@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := send(ctx, alert); err == nil {
		t.Error("a silent server takes mail")
	}
}

func TestAll(t *testing.T) {
	if All() != nil {
		t.Error("no sender is one")
	}
	n := 0
	count := func(context.Context, Alert) error { n++; return fmt.Errorf("error %d", n) }
	if err := All(count, count)(t.Context(), alert); n != 2 || err == nil || !strings.Contains(err.Error(), "error 1") ||
		!strings.Contains(err.Error(), "error 2") {
		t.Error(n, err)
	}
}
