package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/site/contests"
	"agon/site/people"
)

// TestAContestWaitsForItsTurn: while another contest has the cores, the pages of a contest say that it waits, and until when.
func TestAContestWaitsForItsTurn(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Contests.Slice = time.Hour
		for _, name := range []string{"cup", "other"} {
			dir := filepath.Join(o.Dir, "contests", name)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, contests.FileName), []byte(long), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	})
	olga := s.as(t, people.Organiser)
	for _, name := range []string{"cup", "other"} {
		if a := olga.post("/c/" + name + "/start"); a.code != 303 {
			t.Fatalf("%d %s", a.code, a.text)
		}
	}
	waits := "cup"
	for s.site.contests.Turn(mustFind(t, s, waits)) == "" {
		waits = map[string]string{"cup": "other", "other": "cup"}[waits]
		olga.get("/c/" + waits)
	}
	const words = "waits for its turn, goes on in "
	for _, page := range []string{"/", "/c/" + waits, "/c/" + waits + "/desk", "/c/" + waits + "/live/", "/c/" + waits + "/live/?hall"} {
		if a := olga.get(page); !strings.Contains(a.text, words) {
			t.Errorf("%s does not say that the contest waits: %d\n%s", page, a.code, a.text)
		}
	}
	if now := olga.get("/c/" + waits + "/boards").text; !strings.Contains(now, words) {
		t.Error(now)
	}
	if a := olga.post("/c/"+map[string]string{"cup": "other", "other": "cup"}[waits]+"/pause", "why", "the hall closes"); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	for s.site.contests.Turn(mustFind(t, s, waits)) != "" {
		olga.get("/c/" + waits)
	}
	if now := olga.get("/c/" + waits + "/boards").text; strings.Contains(now, words) {
		t.Errorf("small boards still say that the contest waits: %s", now)
	}
}
