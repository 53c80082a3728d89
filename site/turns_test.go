package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/site/contests"
	"agon/site/people"
)

// takeTurns opens a site with two contests, of which one has the cores and the other waits.
func takeTurns(t *testing.T) (s *served, olga *browser, plays, waits string) {
	t.Helper()
	s = serve(t, func(o *Options) {
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
	olga = s.as(t, people.Organiser)
	for _, name := range []string{"cup", "other"} {
		if a := olga.post("/c/" + name + "/start"); a.code != 303 {
			t.Fatalf("%d %s", a.code, a.text)
		}
	}
	for plays, waits = "other", "cup"; s.site.contests.Turn(mustFind(t, s, waits)) == ""; plays, waits = waits, plays {
		olga.get("/c/" + waits)
	}
	return s, olga, plays, waits
}

const waitsWords = "waits for its turn, goes on in "

// TestAContestWaitsForItsTurn: while another contest has the cores, the pages of a contest say that it waits, and until when.
func TestAContestWaitsForItsTurn(t *testing.T) {
	s, olga, plays, waits := takeTurns(t)
	for _, page := range []string{"/", "/c/" + waits, "/c/" + waits + "/desk", "/c/" + waits + "/live/", "/c/" + waits + "/live/?hall",
		"/c/" + waits + "/boards"} {
		if a := olga.get(page); !strings.Contains(a.text, waitsWords) {
			t.Errorf("%s does not say that the contest waits: %d\n%s", page, a.code, a.text)
		}
	}
	if a := olga.post("/c/"+plays+"/pause", "why", "the hall closes"); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	for s.site.contests.Turn(mustFind(t, s, waits)) != "" {
		olga.get("/c/" + waits)
	}
	if now := olga.get("/c/" + waits + "/boards").text; strings.Contains(now, waitsWords) {
		t.Errorf("small boards still say that the contest waits: %s", now)
	}
}

// TestSmallBoardsFollowTheTurn: an open page stops saying that the contest waits when its turn has come.
func TestSmallBoardsFollowTheTurn(t *testing.T) {
	tier.Long(t)
	tab := chromium.Tab(t, chromium.Open(t))
	s, olga, plays, waits := takeTurns(t)
	chromium.Visit(t, tab, s.URL+"/c/"+waits)
	const says = `document.getElementById("live-now").closest("section").textContent.includes("` + waitsWords + `")`
	chromium.Until(t, tab, says)
	if a := olga.post("/c/"+plays+"/pause", "why", "the hall closes"); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	chromium.Until(t, tab, "!"+says)
}
