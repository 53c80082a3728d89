package alerts

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"agon/contest/run"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/notify"
	"agon/site/people"
)

// opened returns the alerts of a new database in which Ann, person 1, has bot 1, "two" of the contest "cup".
func opened(t *testing.T, s Setup) *Alerts {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s.Now, s.Log = func() time.Time { return now }, slog.New(slog.DiscardHandler)
	s.Title = func(contest string) (string, error) { return "The " + contest, nil }
	s.Mail = func(context.Context, int64) string { return "ann@example.org" }
	s.Page = func(contest string, _ int64) string { return "/c/" + contest + "/bots/1" }
	if s.Withdraw == nil {
		s.Withdraw = func(context.Context, Rest) error { return nil }
	}
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for _, row := range []string{
			`INSERT INTO person (id, name, folded, role, password, joined) VALUES (1, 'Ann', 'ann', 'participant', '', 0)`,
			`INSERT INTO bot (id, contest, name, folded, owner) VALUES (1, 'cup', 'two', 'two', 1)`,
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
	a, err := Open(t.Context(), db, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// late is a game in which the bot "two" is late.
var late = run.Played{Game: 6, Bots: []run.PlayedBot{{Name: "two", Faults: map[string]int{"late": 1}}}}

// A bot rests after some games running with a fault, its author is alerted, and a bot that was woken begins anew.
func TestABotRests(t *testing.T) {
	sent := make(chan notify.Alert, 1)
	out := []Rest{}
	a := opened(t, Setup{
		After: 2, Withdraw: func(_ context.Context, r Rest) error { out = append(out, r); return nil },
		Send: func(_ context.Context, x notify.Alert) error { sent <- x; return nil },
	})
	a.Played("cup", late)
	if a.Take() != nil {
		t.Fatal("it rests after one game")
	}
	a.Played("cup", late)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { a.Run(ctx); close(ended) }()
	x := <-sent
	stop()
	<-ended
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	const why = "it was late in game 7, the last of 2 games running with a fault"
	if x.Text != "two rests: "+why+". Mend it and wake it on its page." || x.Contest != "The cup" || x.Page != "/c/cup/bots/1" ||
		!slices.Equal(x.Mail, []string{"ann@example.org"}) {
		t.Errorf("%+v", x)
	}
	if len(out) != 1 || out[0].Bot != "two" {
		t.Errorf("%+v", out)
	}
	if got, since, err := a.Rests(t.Context(), "cup", "two"); err != nil || got != why || !since.Equal(x.At) {
		t.Error(got, since, err)
	}
	a.Played("cup", late)
	if err := a.Forget(t.Context(), "cup", "two"); err != nil {
		t.Fatal(err)
	}
	if got, _, err := a.Rests(t.Context(), "cup", "two"); err != nil || got != "" {
		t.Error(got, err)
	}
	if a.Played("cup", late); a.Take() != nil {
		t.Error("games before it was woken count")
	}
}

// A bot that is out already is neither stored nor reported, and one that plays on is reported without a rest.
func TestWhoRests(t *testing.T) {
	a := opened(t, Setup{Withdraw: func(context.Context, Rest) error { return &contests.Conflict{Text: "It is out."} }})
	for _, x := range []struct {
		rest Rest
		sent int
	}{{Rest{"cup", "two", "it crashed", false}, 0}, {Rest{"cup", "house", "it crashed", true}, 0}, {Rest{"cup", "two", "it crashed", true},
		1}} {
		if err := a.Rest(t.Context(), x.rest); err != nil {
			t.Fatal(err)
		}
		key, err := a.NewFeed(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, list, err := a.Feed(t.Context(), key); err != nil || len(list) != x.sent {
			t.Errorf("%+v: %+v %v", x.rest, list, err)
		}
		if why, _, err := a.Rests(t.Context(), "cup", "two"); err != nil || why != "" {
			t.Errorf("%+v: it rests because %q, %v", x.rest, why, err)
		}
	}
}

// Faults are there after a restart.
func TestFaultsAreKept(t *testing.T) {
	a := opened(t, Setup{})
	a.Played("cup", late)
	a.Played("cup", late)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), a.db, a.setup)
	if err != nil {
		t.Fatal(err)
	}
	again.Played("cup", late)
	if got := Text(again.Faults("cup")["two"]); got != "3 games late" {
		t.Errorf("%q", got)
	}
	if at, faults, err := again.Seen(t.Context(), 1, "cup"); err != nil || !at.IsZero() || faults != nil {
		t.Error("faults that nobody has seen:", at, faults, err)
	}
	if err := again.MarkSeen(t.Context(), 1, "cup"); err != nil {
		t.Fatal(err)
	}
	again.Played("cup", late)
	if at, faults, err := again.Seen(t.Context(), 1, "cup"); err != nil || !at.Equal(again.setup.Now()) || faults["two"]["late"] != 3 {
		t.Error("faults that were seen:", at, faults, err)
	}
}

// A feed has the alerts of its person, the newest first, until there is another key.
func TestFeed(t *testing.T) {
	a := opened(t, Setup{})
	key, err := a.NewFeed(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, why := range []string{"first", "second"} {
		if err := a.Rest(t.Context(), Rest{Contest: "cup", Bot: "two", Why: why}); err != nil {
			t.Fatal(err)
		}
	}
	person, list, err := a.Feed(t.Context(), key)
	if err != nil || person != 1 || len(list) != 2 || list[0].Text != "two rests: second. Mend it and wake it on its page." ||
		list[0].Name != "two" || list[0].Bot != 1 {
		t.Errorf("%d %+v %v", person, list, err)
	}
	if _, err := a.NewFeed(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.Feed(t.Context(), key); !errors.Is(err, people.ErrNobody) {
		t.Error("an old key still opens the feed:", err)
	}
}
