package ledgers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/store"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
	"agon/internal/pgserver"
)

var server pgserver.Shared

func TestMain(m *testing.M) {
	code := m.Run()
	server.Close()
	os.Exit(code)
}

func placeOf(t *testing.T, text string) Place {
	t.Helper()
	p, err := ParsePlace(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// planned plans the next game, and returns the number of games of a folder's ledger.
func planned(t *testing.T, l Ledgers, dir string) int {
	t.Helper()
	ctx := context.Background()
	s, err := l.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := 0
	for _, err := range s.Games(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if err := s.Plan(ctx, tournament.Fixture{ID: n, Seats: []int{0}}); err != nil {
		t.Fatal(err)
	}
	return n + 1
}

// A folder remembers the place of its ledger; two folders of one name have two contests; a new ledger is made where the run says.
func TestAFolderRemembersItsLedger(t *testing.T) {
	ctx := context.Background()
	database := placeOf(t, server.Get(t).URL())
	new := func() string {
		dir := filepath.Join(t.TempDir(), "cup")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	one, other, file := new(), new(), new()
	if Has(one) {
		t.Error("an empty folder has a ledger")
	}
	for _, tt := range []struct {
		name string
		l    Ledgers
		dir  string
		want int
	}{
		{"a new one in the database", Ledgers{Place: database}, one, 1},
		{"it is found by its folder", Ledgers{}, one, 2},
		{"and given the same place", Ledgers{Place: database.Strict()}, one, 3},
		{"a folder of the same name", Ledgers{Place: database}, other, 1},
		{"a new one in a file", Ledgers{}, file, 1},
		{"a file stays one, whatever the environment says of new ones", Ledgers{Place: database}, file, 2},
	} {
		if got := planned(t, tt.l, tt.dir); got != tt.want || !Has(tt.dir) {
			t.Errorf("%s: the ledger has %d games, want %d", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		dir   string
		place Place
	}{{one, Place{}.Strict()}, {file, database.Strict()}, {one, placeOf(t, server.Get(t).URL()+"&contest=x").Strict()}} {
		if _, err := (Ledgers{Place: tt.place}).Open(ctx, tt.dir); err == nil || !strings.Contains(err.Error(), "not in") {
			t.Errorf("%s in %v: %v", tt.dir, tt.place, err)
		}
	}
	// Removed, a ledger is made anew in the same place, or in the one that is given.
	address := Describe(one)
	if err := (Ledgers{}).Remove(ctx, one); err != nil {
		t.Fatal(err)
	}
	if n := planned(t, Ledgers{}, one); n != 1 || Describe(one) != address {
		t.Errorf("made anew, it has %d games, in %s", n, Describe(one))
	}
	if err := (Ledgers{Place: Place{}.Strict()}).Remove(ctx, one); err != nil {
		t.Fatal(err)
	}
	if n := planned(t, Ledgers{Place: Place{}.Strict()}, one); n != 1 || Describe(one) != filepath.Join(one, sqlite.Name) {
		t.Errorf("made anew in a file, it has %d games, in %s", n, Describe(one))
	}
	if n := planned(t, Ledgers{}, other); n != 2 {
		t.Errorf("the other folder's ledger has %d games", n)
	}
}

// A reader of a ledger may note events and nothing else, in files and in databases.
func TestEventsAreNotedBesideARun(t *testing.T) {
	ctx := context.Background()
	for _, place := range []Place{{}, placeOf(t, server.Get(t).URL())} {
		dir := t.TempDir()
		run, err := (Ledgers{Place: place}).Open(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		beside, err := (Ledgers{}).OpenBeside(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer beside.Close()
		if err := beside.Note(ctx, store.Event{Topic: store.Request}); err != nil {
			t.Error(err)
		}
		reader, err := (Ledgers{}).Read(ctx, dir, true)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		if events, err := reader.Events(ctx); err != nil || len(events) != 1 {
			t.Errorf("%v: the events are %v, %v", place, events, err)
		}
	}
}

// A wrong address can be given again: the folder remembers only one that has proved right.
func TestAWrongAddressIsNotRemembered(t *testing.T) {
	dir := t.TempDir()
	_, err := (Ledgers{Place: placeOf(t, "postgres://nobody@127.0.0.1:1/none")}).Open(context.Background(), dir)
	if err == nil || Has(dir) {
		t.Errorf("%v, remembered: %v", err, Has(dir))
	}
	for _, content := range []string{"", "# nothing\n", "sqlite\n", "postgres://h/d\n", "postgres://h/d?contest=\n",
		"mysql://h/d?contest=a\n"} {
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := (Ledgers{}).Read(context.Background(), dir, false); err == nil || !strings.Contains(err.Error(), FileName) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// Passwords are used and never shown.
func TestPasswordsAreNotShown(t *testing.T) {
	const secret = "hunter2"
	for _, text := range []string{
		"postgres://ann:" + secret + "@db.example/agon", "postgresql://ann@db.example/agon?password=" + secret,
		"postgres://ann:" + secret + "@db.example:5433/agon?sslmode=require&contest=a",
	} {
		p := placeOf(t, text)
		if !p.HasPassword() || strings.Contains(p.String(), secret) || !strings.Contains(p.String(), "ann@db.example") {
			t.Errorf("%s is shown as %s", text, p)
		}
		if placeOf(t, p.String()).HasPassword() {
			t.Errorf("%s has a password", p)
		}
	}
	for _, text := range []string{
		"postgres://ann:" + secret + "@db example/agon", "postgres://ann:" + secret + "%@db/agon", "mysql://ann:" + secret + "@db/agon",
		"postgres://ann:" + secret + "@db:port/agon",
		"postgres://ann:" + secret + "@db/agon?sslmode=wrong", "postgres://ann:" + secret + "@db/agon?patience=" + secret, secret,
		"host=db password=" + secret,
	} {
		if p, err := ParsePlace(text); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s is %v, %v", text, p, err)
		}
	}
	if _, err := ParsePlace("nothing"); errors.Unwrap(err) == nil {
		t.Errorf("%v", err)
	}
}
