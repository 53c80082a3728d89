package site

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agon/show/art"
	"agon/site/people"
)

// hang writes a game with the art of two bots into a folder.
func hang(t *testing.T, dir, one, two string) {
	t.Helper()
	write(t, filepath.Join(dir, "game-0001", "results.json"),
		fmt.Sprintf(`{"players":{"player_one":{"name":%q},"player_two":{"name":%q}},"score":[28,23]}`, one, two))
	for seat := range 2 {
		var picture bytes.Buffer
		if err := art.GIF(&picture, []art.Frame{{"####", fmt.Sprint("#", seat)}}, art.Options{}); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "game-0001", fmt.Sprintf("p%d.gif", seat+1)), picture.String())
	}
}

// The gallery of a contest and its vote: an organiser opens it, each person has one ballot, not for a bot of his or her own, nobody but
// organisers and the jury sees how it stands, everybody sees the tally of a closed vote, and a restart loses nothing.
func TestGalleryAndVote(t *testing.T) {
	s := serve(t, nil)
	anybody, olga, paul, viewer, jury := s.browser(t), s.as(t, people.Organiser), s.as(t, people.Participant), s.as(t, people.Viewer),
		s.as(t, people.Jury)
	if a := anybody.get("/c/cup/gallery"); a.code != 200 || !strings.Contains(a.text, "No art yet") {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post("/c/cup/vote/open", "method", "approval"); a.code != 422 || !strings.Contains(a.text, "no art to vote on") {
		t.Error(a.code, a.text)
	}
	hang(t, mustFind(t, s, "cup").ArtDir(), "one", "two <b>")
	owner, err := s.site.people.Named(t.Context(), "The participant")
	if err != nil {
		t.Fatal(err)
	}
	s.insertBot(t, "one", owner.ID)
	a := anybody.get("/c/cup/gallery")
	for _, part := range []string{"two &lt;b&gt;", "/c/cup/gallery/0/0.gif", "against one, 23 : 28"} {
		if !strings.Contains(a.text, part) {
			t.Errorf("no %q on %s", part, a.text)
		}
	}
	if a := anybody.get("/c/cup/gallery/1/0.gif"); a.code != 200 || a.head.Get("Content-Type") != "image/gif" ||
		!strings.HasPrefix(a.text, "GIF8") {
		t.Error(a.code, a.head)
	}
	for _, path := range []string{"/c/cup/gallery/2/0.gif", "/c/cup/gallery/-1/0.gif", "/c/cup/gallery/0/..%2f..%2fcontest.toml",
		"/c/none/gallery/0/0.gif"} {
		if a := anybody.get(path); a.code != 404 {
			t.Error(path, a.code)
		}
	}
	if a := paul.post("/c/cup/vote/open", "method", "ranked"); a.code != 404 {
		t.Error("a participant opens the vote:", a.code)
	}
	if a := olga.post("/c/cup/vote/open", "method", "ranked"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post("/c/cup/vote/open", "method", "ranked"); a.code != 422 {
		t.Error("a second vote is opened:", a.code)
	}
	if a := paul.get("/c/cup/gallery"); !strings.Contains(a.text, ">yours<") || strings.Contains(a.text, "rank-0") ||
		!strings.Contains(a.text, "rank-1") {
		t.Error(a.text)
	}
	if a := anybody.get("/c/cup/gallery"); !strings.Contains(a.text, "Sign in to vote") || strings.Contains(a.text, "rank-1") {
		t.Error(a.text)
	}
	for name, form := range map[string]url.Values{"an empty ballot": {}, "no rank": {"rank-1": {"first"}},
		"a rank too low": {"rank-1": {"3"}}} {
		if a := viewer.post("/c/cup/vote/ballot", "rank-1", form.Get("rank-1")); a.code != 422 ||
			!strings.Contains(a.text, "has not been counted") {
			t.Errorf("%s: %d %s", name, a.code, a.text)
		}
	}
	if a := paul.post("/c/cup/vote/ballot", "rank-0", "1", "rank-1", "2"); a.code != 422 ||
		!strings.Contains(a.text, "exhibit of his or her own") {
		t.Error("a ballot ranks its voter's own bot:", a.code, a.text)
	}
	if a := paul.post("/c/cup/vote/ballot", "rank-1", "1"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	// Of ballots that come at once exactly one counts.
	var wait sync.WaitGroup
	codes := make(chan int, 8)
	for range 8 {
		wait.Go(func() { codes <- viewer.post("/c/cup/vote/ballot", "rank-0", "1").code })
	}
	wait.Wait()
	close(codes)
	counted := 0
	for code := range codes {
		if code == http.StatusSeeOther {
			counted++
		} else if code != http.StatusUnprocessableEntity {
			t.Error(code)
		}
	}
	if counted != 1 {
		t.Errorf("%d ballots of one person count", counted)
	}
	for name, b := range map[string]*browser{"anybody": anybody, "a participant": paul, "a viewer": viewer} {
		if a := b.get("/c/cup/gallery"); strings.Contains(a.text, "How the vote stands") ||
			!strings.Contains(a.text, "2 people have voted") {
			t.Errorf("%s: %s", name, a.text)
		}
	}
	for name, b := range map[string]*browser{"an organiser": olga, "the jury": jury} {
		if a := b.get("/c/cup/gallery"); !strings.Contains(a.text, "How the vote stands") {
			t.Errorf("%s does not see how the vote stands: %s", name, a.text)
		}
	}
	s.reopen(t)
	for _, b := range []*browser{anybody, olga, paul, viewer, jury} {
		b.at = s.URL
	}
	if a := paul.post("/c/cup/vote/ballot", "rank-1", "1"); a.code != 422 || !strings.Contains(a.text, "voted already") {
		t.Error(a.code, a.text)
	}
	if a := jury.post("/c/cup/vote/close"); a.code != 404 {
		t.Error("the jury closes the vote:", a.code)
	}
	if a := olga.post("/c/cup/vote/close"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := jury.post("/c/cup/vote/ballot", "rank-1", "1"); a.code != 422 || !strings.Contains(a.text, "The vote is closed") {
		t.Error(a.code, a.text)
	}
	// Paul's ballot says nothing about his own bot, so the viewer's decides.
	if a := anybody.get("/c/cup/gallery"); !strings.Contains(a.text, "The tally") || !strings.Contains(a.text, "one is first.") {
		t.Error(a.text)
	}
	if a := olga.get("/audit"); !strings.Contains(a.text, "opened the vote of cup") || !strings.Contains(a.text, "closed the vote of cup") {
		t.Error(a.text)
	}
}

// During a freeze the gallery shows art without the results of its games.
func TestFrozenGallery(t *testing.T) {
	s := serve(t, nil)
	hang(t, mustFind(t, s, "cup").ArtDir(), "one", "two")
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	if a := olga.post("/c/cup/freeze", "why", "the last day"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if a := paul.get("/c/cup/gallery"); strings.Contains(a.text, "28 : 23") || !strings.Contains(a.text, "0/0.gif") {
		t.Error(a.text)
	}
	if a := s.call(t, "", "GET", apiRoot+"/contests/cup/gallery", "", ""); strings.Contains(a.text, "28 : 23") {
		t.Error(a.text)
	}
	if a := olga.get("/c/cup/gallery"); !strings.Contains(a.text, "28 : 23") {
		t.Error(a.text)
	}
}
