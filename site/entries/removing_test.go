package entries

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/site/people"
)

// try hands in a file called bot.py, which may be refused.
func (d *desk) try(t *testing.T, owner int64, bot, text string) error {
	t.Helper()
	_, err := d.Submit(t.Context(), Submission{Contest: "cup", Bot: bot, Owner: owner, File: "bot.py", Content: strings.NewReader(text)})
	d.settled(t)
	return err
}

// Bots that never passed a check count for no limit, until a version of them waits; one that is removed counts no more.
func TestBotsThatNeverPassed(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	for _, x := range []struct{ bot, text string }{{"One", "bad"}, {"Two", "bad"}, {"Three", "bad"}, {"Four", "good"}, {"Five", "good"},
		{"Six", "good"}} {
		if err := d.try(t, ann, x.bot, x.text); err != nil {
			t.Fatal(x.bot, err)
		}
	}
	refused(t, d.try(t, ann, "Seven", "good"), "which is the limit")
	refused(t, d.try(t, ann, "One", "good"), "which is the limit")
	if err := d.try(t, ann, "Four", "bad"); err != nil {
		t.Error(err)
	}
	if u, err := d.Used(t.Context(), "cup", ann); err != nil || u.Bots != 3 {
		t.Error(u, err)
	}
	if newest, err := d.Newest(t.Context(), "cup", ann); err != nil || newest != d.bot(t, "Four").ID {
		t.Error(newest, err)
	}
	if gone, err := d.Remove(t.Context(), d.bot(t, "Four")); err != nil || gone || d.plays("Four") != "" {
		t.Error(gone, d.plays("Four"), err)
	}
	if err := d.try(t, ann, "One", "good"); err != nil || d.plays("One") != "good" {
		t.Error(d.plays("One"), err)
	}
	refused(t, d.Activate(t.Context(), d.bot(t, "Four"), 1), "were removed")
	mine, err := d.Kept(t.Context(), "cup", ann)
	if err != nil || len(mine) != 5 {
		t.Errorf("%+v: %v", mine, err)
	}
}

// Of a bot that never passed a check nothing stays, and its name is free.
func TestRemoveWhatNeverPassed(t *testing.T) {
	hold := make(chan struct{})
	d := open(t, t.TempDir(), func(d *desk) { d.hold, d.sleeps = hold, "sleeps" })
	defer d.close(t)
	if err := d.try(t, ann, "Flood", "bad"); err != nil {
		t.Fatal(err)
	}
	b := d.bot(t, "Flood")
	v := d.submit(t, ann, "Flood", "bad, sleeps")
	_, err := d.Remove(t.Context(), b)
	refused(t, err, "stop that first")
	d.begun(t, v)
	if err := d.Stop(t.Context(), b, 2); err != nil {
		t.Fatal(err)
	}
	if gone, err := d.Remove(t.Context(), b); err != nil || !gone {
		t.Fatal(gone, err)
	}
	if _, err := d.Bot(t.Context(), "cup", b.ID); !errors.Is(err, people.ErrNobody) {
		t.Error(err)
	}
	if left, err := os.ReadDir(d.Entries.dir); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	if err := d.try(t, ben, "flood", "good"); err != nil {
		t.Error(err)
	}
}

// A bot that the organiser has put into the contest's folder stays there when one of its name that never passed is removed or withdrawn.
func TestWhatOthersPutThereStays(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	if err := d.try(t, ann, "Flood", "bad"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(d.contest.Folder, "Flood", "bot.py")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("by hand"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := d.Withdraw(t.Context(), d.bot(t, "Flood")); err != nil {
		t.Error(err)
	}
	if _, err := d.Remove(t.Context(), d.bot(t, "Flood")); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); string(text) != "by hand" {
		t.Errorf("%q: %v", text, err)
	}
}
