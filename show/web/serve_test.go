package web

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"agon/show/film"
)

// serve shows a film on a free port and returns its address.
func serve(t *testing.T, f *film.Film) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- ServeGame(ctx, l, f) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/"
}

func get(t *testing.T, address string, change func(*http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestServedPage(t *testing.T) {
	address := serve(t, makeFilm(t, 9, 20))
	answer := get(t, address, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "theme", Value: "dark"}) })
	text := body(t, answer)
	for what, want := range map[string]string{
		"a name that is markup is text":        "&lt;b&gt;Bold&lt;/b&gt; &amp; &#34;Quoted&#34;",
		"the theme of the cookie":              `data-theme="dark"`,
		"a table for those without a script":   "<noscript><table",
		"a picture for those without a script": `<noscript><img src="picture.png"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the page has no %s", what, want)
		}
	}
	policy := answer.Header.Get("Content-Security-Policy")
	if policy == "" || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	if strings.Contains(text, "style=") || strings.Contains(text, "onclick") {
		t.Error("the page has inline styles or handlers")
	}
	if kind := get(t, address+"picture.png", nil).Header.Get("Content-Type"); kind != "image/png" {
		t.Errorf("the picture is of type %q", kind)
	}
	own, err := os.ReadFile("../../games/colourbattle/view.js")
	if err != nil {
		t.Fatal(err)
	}
	if view := body(t, get(t, address+"assets/view.js", nil)); view != string(own) {
		t.Error("view.js is not the kind's own")
	}
}

// A foreign page may resolve its own name to this machine (DNS rebinding); it must not be able to read the game.
func TestForeignNamesAreRefused(t *testing.T) {
	address := serve(t, makeFilm(t, 2, 5))
	for host, want := range map[string]int{"evil.example:80": 403, "localhost:1": 200, "[::1]:2": 200, "127.0.0.1": 200,
		"127.0.0.1.evil.example": 403} {
		if got := get(t, address, func(r *http.Request) { r.Host = host }).StatusCode; got != want {
			t.Errorf("asked as %s: %d, want %d", host, got, want)
		}
	}
	if got := get(t, address+"assets/../../doc.go", nil).StatusCode; got != 404 {
		t.Errorf("a path out of the assets: %d", got)
	}
}

// event reads the next event of a stream: its name, its id and its lines. It skips heartbeats.
func event(t *testing.T, in *bufio.Scanner) (id string, lines []string) {
	t.Helper()
	for in.Scan() {
		switch line := in.Text(); {
		case line == "" && len(lines) > 0:
			return id, lines
		case strings.HasPrefix(line, "id: "):
			id = line[len("id: "):]
		case strings.HasPrefix(line, "data: "):
			lines = append(lines, line[len("data: "):])
		}
	}
	t.Fatalf("the stream ended: %v", in.Err())
	return "", nil
}

func stream(t *testing.T, address, from string) *bufio.Scanner {
	t.Helper()
	answer := get(t, address+"stream", func(r *http.Request) {
		if from != "" {
			r.Header.Set("Last-Event-ID", from)
		}
	})
	in := bufio.NewScanner(answer.Body)
	in.Buffer(nil, 1<<20)
	return in
}

func TestStreamGoesOnWhereItWasCut(t *testing.T) {
	whole := makeFilm(t, 3, 30)
	n, _ := whole.Len()
	growing := film.New(whole.Info)
	for i := range 10 {
		growing.Append(whole.Shot(i))
	}
	address := serve(t, growing)
	id, lines := event(t, stream(t, address, ""))
	if len(lines) != 11 || !strings.HasSuffix(id, "-9") || !strings.Contains(lines[0], `"agon":1`) {
		t.Fatalf("the first event %s has %d lines, want the head and 10 shots", id, len(lines))
	}
	for i := 10; i < n; i++ {
		growing.Append(whole.Shot(i))
	}
	growing.End("", 5)
	_, more := event(t, stream(t, address, id))
	want := strings.Split(strings.TrimSpace(string(reel(growing, true))), "\n")
	if got := append(lines, more...); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the two parts of the stream have %d lines and are not the reel of %d lines", len(got), len(want))
	}
	if _, again := event(t, stream(t, address, "another-9")); len(again) != len(want) {
		t.Errorf("a page of another showing gets %d lines, want all %d", len(again), len(want))
	}
}

func TestStreamShowsLife(t *testing.T) {
	f := film.New(makeFilm(t, 2, 1).Info)
	address := serve(t, f)
	in := stream(t, address, "")
	if !in.Scan() || in.Text() != "event: beat" {
		t.Errorf("an empty film says %q", in.Text())
	}
	time.AfterFunc(10*time.Millisecond, func() { f.End("nobody came", 1) })
	if _, lines := event(t, in); !strings.Contains(lines[0], "nobody came") {
		t.Errorf("the end says %v", lines)
	}
}
