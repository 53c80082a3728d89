package seasons

import (
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"agon/site/contests"
	"agon/site/database"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/guests"
	"agon/site/people"
)

var ann = &people.Person{ID: 1, Role: people.Participant}

// opened returns the seasons of a site with the paused contest "cup", in which Ann's bot "one" plays.
func opened(t *testing.T) *Seasons {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "contests", "cup", contests.FileName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("kind = \"tron\"\nname = \"Cup 9\"\n[[bots]]\nfolder = \"entries\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(dir, "submitted", "a")
	if err := errors.Join(os.MkdirAll(place, 0o700), os.WriteFile(filepath.Join(place, "bot.py"), []byte("print(1)"), 0o600)); err != nil {
		t.Fatal(err)
	}
	s := &Seasons{Log: slog.New(slog.DiscardHandler)}
	var err error
	if s.DB, err = database.Open(t.Context(), filepath.Join(dir, "site.db")); err != nil {
		t.Fatal(err)
	}
	err = s.DB.Write(t.Context(), func(tx *sql.Tx) error {
		for _, row := range []string{
			`INSERT INTO person (id, name, folded, role, password, joined) VALUES (1, 'Ann', 'ann', '', '', 0), (2, 'Ben', 'ben', '', '', 0)`,
			`INSERT INTO contest (name, state, since) VALUES ('cup', 'paused', 0)`,
			`INSERT INTO bot (id, contest, name, folded, owner) VALUES (1, 'cup', 'one', 'one', 1)`,
			`INSERT INTO version (id, bot, number, received, state, place, file, size, hash) VALUES (1, 1, 1, 0, 'good', 'a', 'bot.py', 1, 'a')`,
			`UPDATE bot SET active = 1`,
		} {
			if _, err := tx.Exec(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Disk, err = disk.Open(dir, 1, s.Log); err != nil {
		t.Fatal(err)
	}
	if s.Guests, err = guests.Open(t.Context(), s.DB); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // a site is most often served from the folder in which it is
	if s.Contests, err = contests.Open(t.Context(), "contests", s.DB, contests.Setup{}); err != nil {
		t.Fatal(err)
	}
	find := func(name string) (*entries.Contest, error) {
		c, err := s.Contests.Find(name)
		if err != nil {
			return nil, err
		}
		return &entries.Contest{Name: name, File: c.Path, Folder: filepath.Join(filepath.Dir(c.Path), "entries"), Changed: func() {},
			Practice: func(time.Time) bool { return false }}, nil
	}
	if s.Entries, err = entries.Open(t.Context(), s.DB, entries.Setup{Dir: filepath.Join(dir, "submitted"), Find: find,
		Log: s.Log}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Entries.Close()
		if err := errors.Join(s.Contests.Close(), s.DB.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// cup returns the contest "cup".
func (s *Seasons) cup(t *testing.T) *contests.Contest {
	t.Helper()
	c, err := s.Contests.Find("cup")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A season begins with the bots that play, and is as private as the contest before; there is one.
func TestFollow(t *testing.T) {
	s := opened(t)
	p, err := s.Propose(t.Context(), s.cup(t))
	if err != nil || p.Title != "Cup 10" || p.Name != "cup-2" || p.Wrong+p.Next != "" {
		t.Errorf("%+v %v", p, err)
	}
	if _, err := s.Guests.MakePrivate(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	if err := s.Follow(t.Context(), s.cup(t), "cup-2", "  Cup \n 10 "); err != nil {
		t.Fatal(err)
	}
	next, err := s.Contests.Find("cup-2")
	if err != nil || s.Contests.Title(next) != "Cup 10" || !s.Guests.Private("cup-2") {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(next.Path), "entries", "one", "bot.py")); err != nil ||
		string(text) != "print(1)" {
		t.Errorf("%q %v", text, err)
	}
	for contest, want := range map[string][2]string{"cup": {"", "cup-2"}, "cup-2": {"cup", ""}, "none": {}} {
		if before, after, err := s.Around(t.Context(), contest); err != nil || before != want[0] || after != want[1] {
			t.Errorf("%s is between %q and %q: %v", contest, before, after, err)
		}
	}
	if p, err := s.Propose(t.Context(), s.cup(t)); err != nil || p.Next != "cup-2" {
		t.Errorf("%+v %v", p, err)
	}
	var conflict *contests.Conflict
	if err := s.Follow(t.Context(), s.cup(t), "cup-3", "x"); !errors.As(err, &conflict) {
		t.Error("a second next season:", err)
	}
	if _, err := s.Contests.Find("cup-3"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	bots, err := s.Entries.Bots(t.Context(), "cup-2", 1)
	if err != nil || len(bots) != 1 {
		t.Fatal(bots, err)
	}
	for by, want := range map[*people.Person]int{ann: 2, {ID: 2}: 1} { // who does not see the contest before reads nothing of it
		k, err := s.Career(t.Context(), by, &bots[0])
		if err != nil || k == nil || len(k.Lines) != want || k.Lines[0].Title != "Cup 10" {
			t.Errorf("person %d: %+v %v", by.ID, k, err)
		}
	}
}

// What cannot follow a contest leaves nothing behind.
func TestWhatIsNoSeason(t *testing.T) {
	s := opened(t)
	var problem *people.Problem
	for _, title := range []string{"", " \n", string(make([]byte, 200))} {
		if err := s.Follow(t.Context(), s.cup(t), "cup-2", title); !errors.As(err, &problem) {
			t.Errorf("title %q: %v", title, err)
		}
	}
	for _, name := range []string{"", "cup", "../up"} {
		if err := s.Follow(t.Context(), s.cup(t), name, "x"); err == nil {
			t.Errorf("%q is the name of a season", name)
		}
	}
	if _, next, err := s.Around(t.Context(), "cup"); err != nil || next != "" {
		t.Error(next, err)
	}
}

// A season that a killed site left is finished, or forgotten if the contest before is gone.
func TestFinish(t *testing.T) {
	s := opened(t)
	err := s.DB.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO season (contest, before, title) VALUES ('cup-2', 'cup', 'Spring'), ('lost-2', 'lost', 'Spring')`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Contests.Find("cup-2"); err != nil || s.Contests.Title(c) != "Spring" {
		t.Error(err)
	}
	if _, next, err := s.Around(t.Context(), "lost"); err != nil || next != "" {
		t.Error("a season that cannot be finished is there:", next, err)
	}
}

func TestFollowing(t *testing.T) {
	for name, want := range map[string]string{"Cup": "Cup-2", "Cup 9": "Cup 10", "7": "8", "Cup 99999999999": "Cup 991000000000",
		"": "-2"} {
		if got := following(name, "-"); got != want {
			t.Errorf("%q is followed by %q, not %q", name, got, want)
		}
	}
}
