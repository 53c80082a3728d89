package site

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"agon/internal/tier"
	"agon/site/contests"
	"agon/site/people"
)

// long is a contest that is played as long as a test needs.
const long = `
kind = "tron"
name = "Long Cup"
seed = 3
[[bots]]
ref = "one=builtin:voronoi"
[[bots]]
ref = "two=builtin:random"
[[bots]]
ref = "three=builtin:random"
[[stages]]
name = "ladder"
format = "ladder"
`

// serveLong serves a site on which the long contest is played, and returns it when a game is on its screen.
func serveLong(t *testing.T) (s *served, organiser *browser) {
	t.Helper()
	s = serve(t, func(o *Options) {
		if err := os.WriteFile(filepath.Join(o.Dir, "contests", "cup", contests.FileName), []byte(long), 0o644); err != nil {
			t.Fatal(err)
		}
	})
	organiser = s.as(t, people.Organiser)
	if a := organiser.post("/c/cup/start"); a.code != http.StatusSeeOther {
		t.Fatalf("%d: %s", a.code, a.text)
	}
	c, err := s.site.contests.Find("cup")
	if err != nil {
		t.Fatal(err)
	}
	for screen := c.Live(); ; screen = c.Live() {
		if screen == nil {
			runtime.Gosched() // the run is about to begin
			continue
		}
		if err := screen.Loop.Wait(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		return s, organiser
	}
}

// stream opens the stream of the game on the screen; the lines of its events can be read until the test ends.
func (b *browser) stream(ctx context.Context, last string) *bufio.Scanner {
	b.t.Helper()
	return b.streamOf(ctx, "/c/cup/live/stream", last)
}

// streamOf opens the stream of a game.
func (b *browser) streamOf(ctx context.Context, path, last string) *bufio.Scanner {
	b.t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", b.at+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { answer.Body.Close() })
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		b.t.Fatalf("%d, %s", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// everything reads a stream to the end of its game: the lines of the game, and the last id.
func everything(t *testing.T, lines *bufio.Scanner) (game []string, id string) {
	t.Helper()
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			id = text
		}
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			game = append(game, text)
			if strings.HasPrefix(text, `{"end":`) {
				return game, id
			}
		}
	}
	t.Fatalf("the stream ended after %d lines: %v", len(game), lines.Err())
	return nil, ""
}

// Everybody who watches gets the same game, with the deal first, and one who lost the connection goes on where it broke.
func TestManyWatchAGame(t *testing.T) {
	tier.Long(t)
	s, _ := serveLong(t)
	page := s.as(t, people.Anybody).get("/c/cup/live/")
	if page.code != http.StatusOK || !strings.Contains(page.text, `href="/c/cup"`) || !strings.Contains(page.text, "ladder, game ") {
		t.Fatalf("%d: %s", page.code, page.text)
	}
	const watchers = 100
	games := make([][]string, watchers)
	var watch sync.WaitGroup
	for i := range games {
		b := s.browser(t)
		lines := b.stream(t.Context(), "")
		watch.Go(func() { games[i], _ = everything(t, lines) })
	}
	watch.Wait()
	if first := games[0]; len(first) < 3 || !strings.HasPrefix(first[0], `{"agon":`) || strings.Contains(first[0], `"seed":"3`) {
		t.Fatalf("%d lines, from %q", len(first), first[0])
	}
	for i, game := range games {
		if strings.Join(game, "\n") != strings.Join(games[0], "\n") {
			t.Fatalf("watcher %d got %d lines, watcher 0 %d", i, len(game), len(games[0]))
		}
	}
}

// A connection that breaks goes on after its last event, and one with an event of another game begins from the deal.
func TestAWatcherComesBack(t *testing.T) {
	tier.Long(t)
	s, _ := serveLong(t)
	b := s.browser(t)
	whole, id := everything(t, b.stream(t.Context(), ""))
	name, _, _ := strings.Cut(id, "-")
	rest, _ := everything(t, b.stream(t.Context(), name+"-0")) // the head and the deal had come
	if strings.Join(rest, "\n") != strings.Join(whole[2:], "\n") {
		t.Errorf("%d lines in all, and %d after the deal", len(whole), len(rest))
	}
	other, _ := everything(t, b.stream(t.Context(), "another-5"))
	if strings.Join(other, "\n") != strings.Join(whole, "\n") {
		t.Errorf("%d lines in all, %d of a page with another game", len(whole), len(other))
	}
}

func TestTheOrganiserSteersTheScreen(t *testing.T) {
	s, organiser := serveLong(t)
	c, err := s.site.contests.Find("cup")
	if err != nil {
		t.Fatal(err)
	}
	for c.Table() == nil {
		runtime.Gosched()
	}
	if a := organiser.post("/c/cup/screen", "bot", "nobody"); a.code != http.StatusUnprocessableEntity {
		t.Errorf("a bot that is not there: %d", a.code)
	}
	if a := organiser.post("/c/cup/screen", "bot", "three"); a.code != http.StatusSeeOther || c.Live().Wanted() != "three" {
		t.Errorf("%d, and %q is shown first", a.code, c.Live().Wanted())
	}
	if a := organiser.get("/c/cup"); !strings.Contains(a.text, "<option selected>three</option>") ||
		!strings.Contains(a.text, "Watch live") {
		t.Error("the contest's page does not say what the screen shows")
	}
	if a := organiser.post("/c/cup/screen", "bot", ""); a.code != http.StatusSeeOther || c.Live().Wanted() != "" {
		t.Errorf("%d, and %q is shown first", a.code, c.Live().Wanted())
	}
	if a := organiser.get("/c/cup/live/?hall"); !strings.Contains(a.text, `class="hall"`) {
		t.Error("the big screen has something to press")
	}
}
