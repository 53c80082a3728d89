package challenges

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/contest/config"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/tron"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

var (
	ann  = &people.Person{ID: 1, Role: people.Participant}
	ben  = &people.Person{ID: 2, Role: people.Participant}
	olga = &people.Person{ID: 3, Role: people.Organiser}
)

// opened returns the challenges of a site with the contest "cup", whose matches are never played. Ann has the bot 1, "one", with a
// version that plays, a good and a bad one; Ben has the bot 2, "two", that plays.
func opened(t *testing.T) *Challenges {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "contests", "cup", contests.FileName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	const text = "kind = \"tron\"\nname = \"Cup\"\n[[bots]]\nfolder = \"entries\"\n[[bots]]\nref = \"rider=builtin:hugger\"\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"a", "b", "c", "d"} {
		place := filepath.Join(dir, "submitted", version)
		if err := errors.Join(os.MkdirAll(place, 0o700), os.WriteFile(filepath.Join(place, "bot.py"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	db, err := database.Open(t.Context(), filepath.Join(dir, "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for _, row := range []string{
			`INSERT INTO person (id, name, folded, role, password, joined) VALUES (1, 'Ann', 'ann', '', '', 0),
				(2, 'Ben', 'ben', '', '', 0), (3, 'Olga', 'olga', '', '', 0)`,
			`INSERT INTO bot (id, contest, name, folded, owner) VALUES (1, 'cup', 'one', 'one', 1), (2, 'cup', 'two', 'two', 2)`,
			`INSERT INTO version (id, bot, number, received, state, place, file, size, hash) VALUES
				(1, 1, 1, 0, 'good', 'a', 'bot.py', 1, 'a'), (2, 1, 2, 0, 'good', 'b', 'bot.py', 1, 'b'),
				(3, 1, 3, 0, 'bad', 'c', 'bot.py', 1, 'c'), (4, 2, 1, 0, 'good', 'd', 'bot.py', 1, 'd')`,
			`UPDATE bot SET active = 2 WHERE id = 1`, `UPDATE bot SET active = 4 WHERE id = 2`,
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
	log := slog.New(slog.DiscardHandler)
	c := &Challenges{Kinds: func(string) (*game.Kind, error) { return game.New(tron.Spec), nil }, Formats: formats.Formats}
	if c.Disk, err = disk.Open(dir, 1, log); err != nil {
		t.Fatal(err)
	}
	if c.Contests, err = contests.Open(t.Context(), filepath.Join(dir, "contests"), db, contests.Setup{}); err != nil {
		t.Fatal(err)
	}
	none := func(string) (*entries.Contest, error) { return nil, fs.ErrNotExist }
	if c.Entries, err = entries.Open(t.Context(), db, entries.Setup{Dir: filepath.Join(dir, "submitted"), Find: none,
		Log: log}); err != nil {
		t.Fatal(err)
	}
	never := func(ctx context.Context, _ matches.Game) (*matches.Result, bool, error) {
		<-ctx.Done()
		return nil, false, ctx.Err()
	}
	if c.Matches, err = matches.Open(t.Context(), db, matches.Setup{Dir: filepath.Join(dir, "matches"), Play: never, Game: c.Game,
		Now: time.Now, Log: log}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Matches.Close()
		c.Entries.Close()
		if err := errors.Join(c.Contests.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// values returns the values of choices.
func values(list []Choice) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Value)
	}
	return strings.Join(all, " ")
}

// A trial's games have the seats of the contest's last stage, which its format decides where no key does: a ladder of a game for four is
// of duels.
func TestFieldHasTheSeatsOfTheStage(t *testing.T) {
	s := opened(t)
	k := game.New(tron.Spec)
	for _, tt := range []struct {
		stages []config.Stage
		bots   int
		want   int
	}{
		{[]config.Stage{{Format: "ladder"}}, 1, 2},
		{[]config.Stage{{Format: "ladder", Keys: map[string]any{"seats": int64(3)}}}, 8, 3},
		{[]config.Stage{{Format: "ladder", Keys: map[string]any{"seats": []any{int64(4), int64(3)}}}}, 2, 4},
		{[]config.Stage{{Format: "round-robin", Keys: map[string]any{"seats": int64(4)}}, {Format: "knockout"}}, 3, 2},
		{[]config.Stage{{}}, 5, 2},
	} {
		got, err := s.seats(&config.File{Stages: tt.stages}, k, tt.bots)
		if err != nil || got != tt.want {
			t.Errorf("%v among %d bots: %d seats, want %d: %v", tt.stages, tt.bots, got, tt.want, err)
		}
	}
}

// TestField: a trial has the versions of others that play, and house bots; the nearest in the table come first.
func TestField(t *testing.T) {
	s := opened(t)
	field, err := s.Field(t.Context(), &entries.Bot{ID: 1, Contest: "cup", Name: "one"})
	if err != nil || !field.Duel || field.Seats != 2 || len(field.Rivals) != 2 ||
		filepath.Base(filepath.Dir(field.Rivals[0].Ref)) != "d" || field.Rivals[1].Ref != "builtin:hugger" {
		t.Errorf("%+v: %v", field, err)
	}
	var all []Choice
	refs := map[string]string{"far": "builtin:x", "near": "builtin:x", "next": "builtin:x", "bot": "builtin:x", "new": "builtin:x",
		"web": "https://x"}
	for name, ref := range refs {
		all = append(all, Choice{Value: name, Bot: name, Seat: matches.Seat{Name: name, Ref: ref}})
	}
	if got := near(all, []string{"far", "web", "next", "bot", "near"}, "bot"); len(got) != 3 || got[2].Bot != "far" {
		t.Errorf("the rivals are %s", values(got))
	}
}

// A person chooses among all own good versions, active versions of others, and house bots.
func TestChoices(t *testing.T) {
	s := opened(t)
	for by, want := range map[*people.Person]string{ann: "1 1.2 1.1 | 2 | =rider", ben: "2 2.1 | 1 | =rider", olga: " | 1 2 | =rider"} {
		c, f, _, err := s.Contest("cup")
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Choices(t.Context(), by, c, f)
		if err != nil {
			t.Fatal(err)
		}
		if got := values(all.Mine) + " | " + values(all.Others) + " | " + values(all.House); got != want {
			t.Errorf("person %d chooses among %s, not %s", by.ID, got, want)
		}
	}
}

// What a person may ask for; the texts of refusals are for that person.
func TestAsk(t *testing.T) {
	s := opened(t)
	for _, x := range []struct {
		by      *people.Person
		contest string
		request Request
		refusal string // empty: it is taken
	}{
		{ann, "cup", Request{Seats: []string{"1", "2"}, Map: "7"}, ""},
		{olga, "cup", Request{Seats: []string{"1", "=rider"}}, ""},
		{ben, "cup", Request{Seats: []string{"1", "=rider"}}, "One of the bots must be yours."},
		{ann, "cup", Request{Seats: []string{"1.3", "2"}}, "Seat 1: there is no such bot, or it does not play."},
		{ann, "cup", Request{Seats: []string{"1", "2.1"}}, "Seat 2: there is no such bot, or it does not play."},
		{ann, "cup", Request{Seats: []string{"1", "2"}, Map: "-1"},
			"The map is a number from 0 to 9007199254740991; leave it empty to draw one."},
		{ann, "cup", Request{Seats: make([]string, 17)}, "A match has at most 16 seats."},
	} {
		_, m, err := s.Ask(t.Context(), x.by, x.contest, x.request)
		var problem *people.Problem
		switch {
		case x.refusal == "" && (err != nil || len(m.Seats) != len(x.request.Seats)):
			t.Errorf("%+v: %v", x.request, err)
		case x.refusal != "" && (!errors.As(err, &problem) || problem.Text != x.refusal):
			t.Errorf("%+v: %v, not %q", x.request, err, x.refusal)
		}
	}
	if _, _, err := s.Ask(t.Context(), ann, "none", Request{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A match is seen, and shared when it has been played, by who asked for it alone.
func TestOwn(t *testing.T) {
	s := opened(t)
	_, m, err := s.Ask(t.Context(), ann, "cup", Request{Seats: []string{"1", "1.1"}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Seats[0].Name != "one v2" || m.Seats[1].Name != "one v1" {
		t.Errorf("%+v", m.Seats)
	}
	if _, got, err := s.Own(t.Context(), ann, "cup", 1); err != nil || got.ID != m.ID {
		t.Error(got, err)
	}
	if _, _, err := s.Own(t.Context(), ben, "cup", 1); !errors.Is(err, people.ErrNobody) {
		t.Error("another sees the match:", err)
	}
	if _, _, err := s.Own(t.Context(), ann, "cup", 9); !errors.Is(err, people.ErrNobody) {
		t.Error(err)
	}
	var problem *people.Problem
	if _, _, _, err := s.Share(t.Context(), ann, "cup", 1); !errors.As(err, &problem) {
		t.Error("a match that was not played is shared:", err)
	}
	if g, err := s.Game(t.Context(), m); err != nil || len(g.Refs) != 2 || !strings.HasPrefix(g.Refs[0], "one v2=/") {
		t.Errorf("%+v %v", g, err)
	}
	m.Contest = "none"
	if _, err := s.Game(t.Context(), m); !errors.As(err, &problem) {
		t.Error("a match of a contest that is gone:", err)
	}
	none := *s
	none.Matches = nil
	if _, _, _, err := none.Contest("cup"); !errors.Is(err, people.ErrNobody) {
		t.Error(err)
	}
}

func TestHouseBot(t *testing.T) {
	for ref, want := range map[string][2]string{
		"rider=builtin:hugger": {"rider", "builtin:hugger"}, "builtin:hugger?x=1": {"hugger-x-1",
			"builtin:hugger?x=1"}, "/srv/house/bot.py": {"bot", "/srv/house/bot.py"},
	} {
		if name, plain := HouseBot(ref); name != want[0] || plain != want[1] {
			t.Errorf("%s: %q %q", ref, name, plain)
		}
	}
}
