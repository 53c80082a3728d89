package site

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/site/people"
)

// gamesOf returns the number of results in a ledger.
func gamesOf(t *testing.T, ledger string) (n int) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, sqlite.Name), ledger)
	store, err := ledgers.Ledgers{}.Read(t.Context(), dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, err := range store.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// Organisers alone download the ledger, also while games are played, and the log of decisions names them.
func TestTheLedgerIsDownloaded(t *testing.T) {
	s, olga := serveLong(t)
	olga.until("/c/cup", "games")
	const button = `action="/c/cup/ledger"`
	for _, role := range []people.Role{people.Anybody, people.Viewer, people.Participant, people.Jury} {
		b := s.as(t, role)
		want := http.StatusNotFound
		if role == people.Anybody {
			want = http.StatusUnauthorized
		}
		if a := b.post("/c/cup/ledger"); a.code != want {
			t.Errorf("%q downloads the ledger: %d", role, a.code)
		}
		if strings.Contains(b.get("/c/cup/desk").text, button) {
			t.Errorf("%q is offered the ledger", role)
		}
	}
	if !strings.Contains(olga.get("/c/cup/desk").text, button) {
		t.Error("the organiser is not offered the ledger")
	}
	a := olga.post("/c/cup/ledger")
	if a.code != http.StatusOK || a.head.Get("Content-Disposition") != `attachment; filename="cup.db"` {
		t.Fatal(a.code, a.head)
	}
	if gamesOf(t, a.text) == 0 {
		t.Error("the ledger has no game")
	}
	text, err := s.site.people.NewToken(t.Context(), 1, "test")
	if err != nil {
		t.Fatal(err)
	}
	byProgram := s.call(t, text, "POST", apiRoot+"/contests/cup/ledger", "", "")
	if byProgram.code != http.StatusOK || byProgram.head.Get("Content-Type") != octets || gamesOf(t, byProgram.text) == 0 {
		t.Error(byProgram.code, byProgram.head)
	}
	if log := olga.get("/audit").text; strings.Count(log, "downloaded the ledger of cup") != 2 {
		t.Error(log)
	}
	if left, _ := filepath.Glob(filepath.Join(s.dir, ".ledger-*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}

// A site that was killed during a download removes its copy.
func TestCopiesOfLedgersAreRemoved(t *testing.T) {
	s := serve(t, nil)
	left := filepath.Join(s.dir, ".ledger-1", "ledger.db")
	write(t, left, "half")
	s.reopen(t)
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Error(err)
	}
	if a := s.as(t, people.Organiser).post("/c/cup/ledger"); a.code != http.StatusUnprocessableEntity ||
		!strings.Contains(a.text, "No game has been played yet") {
		t.Error(a.code, a.text)
	}
}
