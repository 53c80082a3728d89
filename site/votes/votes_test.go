package votes

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"agon/show/gallery"
	"agon/site/database"
	"agon/site/entries"
	"agon/site/people"
)

// annsBot is that Ann, person 2, has the bot "one".
type annsBot struct{}

func (annsBot) Bots(_ context.Context, _ string, person int64) ([]entries.Bot, error) {
	if person != 2 {
		return nil, nil
	}
	return []entries.Bot{{Name: "one"}}, nil
}

var (
	nobody = &people.Person{}
	olga   = &people.Person{ID: 1, Role: people.Organiser}
	ann    = &people.Person{ID: 2, Role: people.Participant}
	ben    = &people.Person{ID: 3, Role: people.Viewer}
)

// opened returns the votes of a new database, in which the vote of the contest "cup" is open on the art of "one" and "two".
func opened(t *testing.T, m gallery.Method) *Votes {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "site.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for id, name := range []string{"Olga", "Ann", "Ben"} {
			if _, err := tx.Exec(`INSERT INTO person (id, name, folded, role, password, joined) VALUES (?, ?, ?, 'viewer', '', 0)`, id+1,
				name,
				name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	now := time.UnixMilli(1)
	x := New(db, annsBot{}, func() time.Time { now = now.Add(time.Minute); return now })
	if err := x.Begin(t.Context(), "cup", m, []string{"one", "two"}); err != nil {
		t.Fatal(err)
	}
	return x
}

// refused checks that an error is for the person, with a text.
func refused(t *testing.T, err error, text string) {
	t.Helper()
	var problem *people.Problem
	if !errors.As(err, &problem) || problem.Text != text {
		t.Errorf("%v, not %q", err, text)
	}
}

func TestWhatOpensAVote(t *testing.T) {
	x := opened(t, gallery.Approval)
	refused(t, x.Begin(t.Context(), "cup", gallery.Approval, []string{"one"}), "The vote was opened before.")
	refused(t, x.Begin(t.Context(), "other", gallery.Approval, nil), "There is no art to vote on yet.")
	refused(t, x.Begin(t.Context(), "other", "dice", nil), `"dice" is no way to vote; choose "approval" or "ranked".`)
	refused(t, x.End(t.Context(), "other"), "No vote is open.")
	if v, err := x.Of(t.Context(), "other", olga); err != nil || v != nil || v.Open() || v.MayCount(olga) {
		t.Error(v, err)
	}
}

// Each person has one ballot, which is final and not for the own bot.
func TestBallots(t *testing.T) {
	x := opened(t, gallery.Approval)
	cast := func(by *people.Person, likes ...int) error {
		return x.Cast(t.Context(), by, "cup", gallery.Ballot{Likes: likes})
	}
	if err := cast(ann, 0); err == nil {
		t.Error("a ballot for the voter's own bot counts")
	}
	if err := cast(ann, 1); err != nil {
		t.Fatal(err)
	}
	refused(t, cast(ann, 1), "You have voted already: a ballot is final.")
	if err := cast(ben, 1, 0); err != nil {
		t.Fatal(err)
	}
	refused(t, x.Cast(t.Context(), ben, "other", gallery.Ballot{}), "There is no vote.")
	for by, counts := range map[*people.Person]bool{nobody: false, ann: false, olga: true} {
		v, err := x.Of(t.Context(), "cup", by)
		if err != nil || v.Turnout != 2 || v.MayCount(by) != counts || (len(v.Ballots) == 2) != counts || v.Voted != (by == ann) {
			t.Errorf("person %d: %+v %v", by.ID, v, err)
		}
	}
	if err := x.End(t.Context(), "cup"); err != nil {
		t.Fatal(err)
	}
	refused(t, cast(olga, 1), "The vote is closed.")
	v, err := x.Of(t.Context(), "cup", nobody)
	if err != nil || v.Open() || len(v.Ballots) != 2 || !v.Closed.After(v.Opened) {
		t.Errorf("%+v %v", v, err)
	}
	// A ballot says nothing about its voter's own bot: two is liked by both.
	if tally := gallery.Tally(v.Method, len(v.Names), v.Ballots); tally[0].Exhibit != 1 {
		t.Errorf("%+v", tally)
	}
}

// A ranked ballot has ranks of the exhibits.
func TestRanks(t *testing.T) {
	x := opened(t, gallery.Ranked)
	if err := x.Cast(t.Context(), ben, "cup", gallery.Ballot{Ranks: []int{3, 0}}); err == nil {
		t.Error("a rank that is too low counts")
	}
	if err := x.Cast(t.Context(), ben, "cup", gallery.Ballot{Ranks: []int{2, 1}}); err != nil {
		t.Error(err)
	}
}
