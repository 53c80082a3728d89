package gallery

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/show/art"
)

// hang fills a folder with games of the named bots, two per game, both with art.
func hang(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i+1 < len(names); i += 2 {
		game := filepath.Join(dir, fmt.Sprintf("game-%04d", i/2+1))
		if err := os.Mkdir(game, 0o755); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(map[string]any{
			"players": map[string]any{"player_one": map[string]string{"name": names[i]},
				"player_two": map[string]string{"name": names[i+1]}},
			"score": []int{28, 23},
		})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(game, "results.json"), text)
		for seat := range 2 {
			write(t, filepath.Join(game, fmt.Sprintf("p%d.gif", seat+1)), picture(t, i+seat))
		}
	}
	return dir
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// picture returns an animated GIF that is unique for its seed.
func picture(t *testing.T, seed int) []byte {
	t.Helper()
	var frames []art.Frame
	for i := range 4 {
		var rows art.Frame
		for y := range 12 {
			rows = append(rows, strings.Repeat(" ", (y*seed+i)%9)+strings.Repeat(string(rune('!'+seed)), 12+(y+i+seed)%5))
		}
		frames = append(frames, rows)
	}
	var b bytes.Buffer
	if err := art.GIF(&b, frames, art.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// open opens a folder and its box in a file, which may exist already.
func open(t *testing.T, dir, file string, m Method, codes ...string) *Gallery {
	t.Helper()
	show, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	box, err := OpenBox(file, m, show.Names(), codes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return &Gallery{Title: "Art show", Show: show, Box: box}
}

// serve serves a gallery for the duration of the test, and returns its address.
func serve(t *testing.T, g *Gallery) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- g.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the gallery ended with %v", err)
		}
	})
	return "http://" + l.Addr().String()
}

// answer is the response to a request.
type answer struct {
	code int
	text string
	head http.Header
}

func get(t *testing.T, address string) answer {
	t.Helper()
	r, err := http.Get(address)
	return take(t, r, err)
}

func post(t *testing.T, address string, form url.Values) answer {
	t.Helper()
	r, err := http.PostForm(address, form)
	return take(t, r, err)
}

// A browser keeps cookies.
type browser struct{ http.Client }

func newBrowser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{http.Client{Jar: jar}}
}

func (b *browser) post(t *testing.T, address string, form url.Values) answer {
	t.Helper()
	r, err := b.PostForm(address, form)
	return take(t, r, err)
}

func take(t *testing.T, r *http.Response, err error) answer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{r.StatusCode, string(text), r.Header}
}
