package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"agon/site/boards"
	"agon/site/people"
)

// boardsAt returns the small boards at an address.
func (b *browser) boardsAt(path string) []boards.Board {
	b.t.Helper()
	a := b.get(path)
	if a.code != http.StatusOK || a.head.Get("Content-Type") != "application/json" {
		b.t.Fatalf("%s: %d %s", path, a.code, a.text)
	}
	var now boardsNow
	if err := json.Unmarshal([]byte(a.text), &now); err != nil {
		b.t.Fatal(err)
	}
	return now.Boards
}

// Boards are shown to whom the contest's games are shown: not to everybody while its table is frozen, or when it is private.
func TestSmallBoards(t *testing.T) {
	s, olga := serveLong(t)
	anybody := s.browser(t)
	second := ""
	for t.Context().Err() == nil && second == "" {
		if list := anybody.boardsAt("/c/cup/boards"); len(list) >= 2 { // the screens after the first follow games while somebody looks
			second = list[1].Page // of any of them: each chooses its games
		}
	}
	list := anybody.boardsAt("/boards")
	if len(list) == 0 {
		t.Fatal("the list of all contests has no board")
	}
	first := list[0]
	if first.Contest != "cup" || first.Title != "Long Cup" || len(first.Seats) != 2 || len(first.Rows) != 2 ||
		first.Page != "/c/cup/live/" || !strings.HasPrefix(string(first.Drawn), "{") {
		t.Errorf("%+v", first)
	}
	if a := anybody.get("/"); !strings.Contains(a.text, `id="boards" data-from="/boards"`) ||
		!strings.Contains(a.text, `aria-label="Watch Long Cup"`) || !strings.Contains(a.text, first.Rows[0].Name) {
		t.Error(a.text)
	}
	if a := anybody.get("/c/cup"); !strings.Contains(a.text, `data-from="/c/cup/boards"`) {
		t.Error(a.text)
	}
	if a := anybody.get(second); a.code != http.StatusOK || !strings.Contains(a.text, "ladder, game ") {
		t.Errorf("%d: %s", a.code, a.text)
	}
	if a := anybody.get("/c/cup/live/5/"); a.code != http.StatusNotFound {
		t.Errorf("a board that there is not: %d", a.code)
	}

	if a := olga.post("/c/cup/freeze", "why", "the last hour"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if len(anybody.boardsAt("/boards")) > 0 || len(anybody.boardsAt("/c/cup/boards")) > 0 ||
		strings.Contains(anybody.get("/").text, "Watch Long Cup") {
		t.Error("everybody sees games of a contest whose table is frozen")
	}
	if len(olga.boardsAt("/boards")) == 0 {
		t.Error("the organiser sees no game of a contest whose table is frozen")
	}
	if a := olga.post("/c/cup/reveal", "why", "it is over"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post("/c/cup/private", "why", "for the school"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if len(anybody.boardsAt("/boards")) > 0 || anybody.get("/c/cup/boards").code != http.StatusNotFound {
		t.Error("everybody sees games of a private contest")
	}
	if len(olga.boardsAt("/boards")) == 0 {
		t.Error("the organiser sees no game of a private contest")
	}
}

// The list of contests offers to join to those who can.
func TestWhoMayJoin(t *testing.T) {
	s := serve(t, withOpenCup)
	const join = `href="/c/open#submit"`
	for role, may := range map[people.Role]bool{people.Anybody: true, people.Participant: true, people.Viewer: false} {
		if a := s.as(t, role).get("/"); strings.Contains(a.text, join) != may || strings.Contains(a.text, `href="/c/cup#submit"`) {
			t.Errorf("%q is offered to join: %v, want %v", role, !may, may)
		}
	}
}
